// Whether the potentials have what a solver of constraints needs (declared in constraint_system.h).
#include <array>

#include "deformable/energy/visit.h"
#include "deformable/solvers/kernels/constraint_sweep.h"
#include "deformable/solvers/kernels/constraint_system.h"
#include "deformable/solvers/kernels/projection.h"

namespace simbench {

void describe_form(config::Fields& fields, ConstraintForm& form) {
  static constexpr std::array<std::string_view, 2> words = {"split", "combined"};
  config::choice(
      fields, "form", form, words,
      {.doc = "for laws with two constraints: solve them one by one (split) or as one (combined)"});
}

Declines refused_inequality(const Potentials<double>& potentials) {
  for (const auto& potential : potentials) {
    if (is_inequality(*potential)) {
      return "a linear solve can make the multipliers of inequalities negative, and " +
             std::string(potential->law()) + " is an inequality";
    }
  }
  return {};
}

Declines missing_constraints(const Potentials<double>& potentials, ConstraintRows rows, ConstraintForm form) {
  for (const auto& potential : potentials) {
    const std::string law(potential->law());
    if (rows == ConstraintRows::vector && !can_project(*potential))
      return "XPBD's vector constraint F - p(F) needs energies of the form k/2 |F - p(F)|^2, which " + law +
             " does not have; its scalar constraint may work";
    if (rows == ConstraintRows::scalar && constraint_count(*potential, form) == 0)
      return "XPBD needs energies of the form C^2/(2 alpha), which " + law + " does not have";
  }
  return {};
}

Declines missing_hessians(const Potentials<double>& potentials) {
  for (const auto& potential : potentials) {
    const bool has_hessian =
        visit(*potential, []<class Elements>(const Elements&) { return has_constraint_hessian<Elements>; });
    if (!has_hessian) {
      return "the second derivatives of constraints are known for springs, anchors and volumes, not for " +
             std::string(potential->law());
    }
  }
  return {};
}

}  // namespace simbench

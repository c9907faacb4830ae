// Whether the potentials have what a solver of constraints needs (declared in constraint_system.h).
#include <array>

#include "deformable/energy/visit.h"
#include "deformable/solvers/kernels/constraint_sweep.h"
#include "deformable/solvers/kernels/constraint_system.h"
#include "deformable/solvers/kernels/projection.h"

namespace simbench {

void describe_form(config::Fields& fields, ConstraintForm& form) {
  enum class Form { split, combined, block };
  enum class Shift { nonnegative, zero_at_rest };
  static constexpr std::array<std::string_view, 3> words = {"split", "combined", "block"};
  static constexpr std::array<std::string_view, 2> shifts = {"nonnegative", "zero_at_rest"};
  Form chosen = is_combined(form)               ? Form::combined
                : form == ConstraintForm::block ? Form::block
                                                : Form::split;
  Shift shift = form == ConstraintForm::combined_from_rest ? Shift::zero_at_rest : Shift::nonnegative;
  config::variant(
      fields, "form", chosen, words,
      [&](Form word, config::Fields& members) {
        if (word != Form::combined) return;
        config::choice(
            members, "energy_shift", shift, shifts,
            {.doc =
                 "constant that stable_neo_hookean adds to its energy before it takes the root: 3 mu/2, "
                 "as published, or minus its energy at rest; the energies of other laws are zero at rest"});
      },
      {.doc =
           "for laws with several constraints per tet: solve them one by one (split), as one (combined), or "
           "together with a block of compliances (block; in st_venant_kirchhoff the six strains)"});
  if (chosen == Form::combined) {
    form = shift == Shift::zero_at_rest ? ConstraintForm::combined_from_rest : ConstraintForm::combined;
  } else {
    form = chosen == Form::block ? ConstraintForm::block : ConstraintForm::split;
  }
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
    if (potential->is_hard()) continue;
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

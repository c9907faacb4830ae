// Mixed finite elements (Trusty et al. 2022) for the strain law: positions, stretches of tets and multipliers
// are unknowns of one Newton step. The step eliminates the stretches and multipliers, and what is left is
// Gauss–Newton in the stretches, with the matrix of kernels/stretch_hessian.h. It is positive semidefinite
// without a filter.
// One iteration: that matrix, a factorisation, line search, as in newton.
// Needs from each potential: gradient, and a Hessian where the elements are no tets.
// Limitations: the strain law only. Under other laws the stretches are unknowns of their own that differ from
// those of the positions; this solver does not keep them. The line search lowers f; the authors' lowers the
// Lagrangian, which is no merit function.
#pragma once

#include "deformable/solvers/newton.h"

namespace simbench {

struct MixedSettings final : NewtonSettings {
  MixedSettings() { hessian = NewtonHessian::stretches; }
  void describe(config::Fields& fields) override {
    describe_line_search(fields);  // it declines contact
    refuse_old_start(fields);
  }
};

template <class Real>
class Mixed final : public Newton<Real> {
 public:
  static constexpr std::string_view name = "mixed";
  static constexpr std::string_view summary =
      "mixed finite elements for strain: Gauss-Newton in the stretches of tets";
  static constexpr SolverTraits traits = {.has_constant_matrix = false, .takes_every_law = false};
  using Settings = MixedSettings;
  static Declines declines(const Potentials<double>& potentials, const Settings& settings);

  explicit Mixed(const Settings& settings) : Newton<Real>(settings) {}
};

}  // namespace simbench

#include "deformable/solvers/splitting/splitting_settings.h"

#include <array>

#include "deformable/solvers/acceleration/anderson_history.h"
#include "deformable/solvers/kernels/local_step.h"

namespace simbench {

void describe_prox(config::Fields& fields, ProxSearch& prox) {
  static constexpr std::array<std::string_view, 2> words = {"exact", "lbfgs"};
  config::choice(fields, "prox", prox.method, words,
                 {.doc = "a tet's proximal map, for laws without a closed form: by Newton's method, or by "
                         "L-BFGS as in the thesis"});
  fields.integer(
      "prox_iterations", prox.iterations,
      {.doc = "largest number of Newton's or L-BFGS's iterations in that map; by the default Newton's method "
              "reaches working precision",
       .minimum = 1,
       .maximum = 1000});
}

void SplittingSettings::describe_splitting(config::Fields& fields) {
  fields.number("weight_factor", weight_factor, {.doc = "c in w = c sqrt(k V)", .range = config::positive});
  fields.integer("history", history,
                 {.doc = "differences of earlier iterates that are combined; 0: admm with this weight",
                  .minimum = 0,
                  .maximum = AndersonHistory<double>::largest_history});
  describe_prox(fields, prox);
  linear_solver.describe(fields);
}

template <class Real>
std::vector<VectorX<Real>> squared_weights(const IncrementalPotential<Real>& problem, double weight_factor) {
  std::vector<VectorX<Real>> weights = problem.stiffnesses().elements;
  const Real c = static_cast<Real>(weight_factor);
  for (std::size_t p = 0; p < weights.size(); ++p) {
    if (problem.potentials[p]->is_material()) weights[p] *= c * c;
  }
  return weights;
}

Declines declines_splitting(const Potentials<double>& potentials) {
  for (const auto& potential : potentials) {
    if (!has_prox(*potential))
      return "ADMM needs a proximal map, which " + std::string(potential->law()) + " does not have";
  }
  return {};
}

template std::vector<VectorX<double>> squared_weights(const IncrementalPotential<double>&, double);
template std::vector<VectorX<float>> squared_weights(const IncrementalPotential<float>&, double);

}  // namespace simbench

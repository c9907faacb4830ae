#include "deformable/solvers/linear/contact_terms.h"

#include <array>

#include "deformable/energy/visit.h"
#include "deformable/solvers/linear/matrix_recipe.h"

namespace simbench {

void describe_contact_terms(config::Fields& fields, ContactTerms& terms) {
  static constexpr std::array<std::string_view, 3> words = {"constant", "refactorise", "left_out"};
  config::choice(fields, "contact_terms", terms, words,
                 {.doc = "contacts in S: all half spaces, always; the half spaces and pairs that push at the "
                         "iterate, with a new factorisation whenever they change; or none"});
}

namespace {

// Returns whether a weight has changed.
template <class Real>
bool set_weights_of_half_spaces(bool are_in, const Potentials<Real>& potentials,
                                const Positions<Real>& positions, std::vector<VectorX<Real>>& weights) {
  bool has_changed = false;
  for (std::size_t p = 0; p < potentials.size(); ++p) {
    has_changed |= visit(*potentials[p], [&]<class Elements>(const Elements& elements) {
      bool changed = false;
      const auto& law = elements.pack_law();
      if constexpr (requires(typename Elements::Reduction y) { law.is_active(y); }) {
        elements.for_each_pack(0, elements.element_count(), [&](const auto& pack, Index first, int count) {
          const auto pushes = law.is_active(pack.y(pack.corners(positions)));
          for (int lane = 0; lane < count; ++lane) {
            const Real weight = are_in && pushes[lane] ? elements.stiffnesses()[first + lane] : Real(0);
            changed |= weights[p][first + lane] != weight;
            weights[p][first + lane] = weight;
          }
        });
      }
      return changed;
    });
  }
  return has_changed;
}

}  // namespace

template <class Real>
bool set_contact_weights(ContactTerms terms, const IncrementalPotential<Real>& problem,
                         const Positions<Real>& positions, SystemWeights<Real>& weights) {
  bool has_changed = false;
  if (terms != ContactTerms::constant)
    has_changed = set_weights_of_half_spaces(terms == ContactTerms::refactorise, problem.potentials,
                                             positions, weights.elements);
  if (problem.terms.empty() || terms != ContactTerms::refactorise) return has_changed;
  std::vector<Eigen::Triplet<Real>> entries;
  for (const auto& term : problem.terms) term->append_stiffness(positions, entries);
  if (MatrixRecipe<Real>::are_equal(entries, weights.terms)) return has_changed;
  weights.terms = std::move(entries);
  return true;
}

template bool set_contact_weights(ContactTerms, const IncrementalPotential<double>&, const Positions<double>&,
                                  SystemWeights<double>&);
template bool set_contact_weights(ContactTerms, const IncrementalPotential<float>&, const Positions<float>&,
                                  SystemWeights<float>&);

}  // namespace simbench

#include "deformable/solvers/linear/contact_terms.h"

#include <array>

#include "deformable/energy/visit.h"

namespace simbench {

void describe_contact_terms(config::Fields& fields, ContactTerms& terms) {
  static constexpr std::array<std::string_view, 3> words = {"constant", "refactorise", "left_out"};
  config::choice(fields, "contact_terms", terms, words,
                 {.doc = "half spaces in S: all of them, always; those that push at the iterate, with a new "
                         "factorisation whenever they change; or none"});
}

template <class Real>
bool set_contact_weights(ContactTerms terms, const Potentials<Real>& potentials,
                         const Positions<Real>& positions, std::vector<VectorX<Real>>& weights) {
  bool has_changed = false;
  if (terms == ContactTerms::constant) return has_changed;
  for (std::size_t p = 0; p < potentials.size(); ++p) {
    has_changed |= visit(*potentials[p], [&]<class Elements>(const Elements& elements) {
      bool changed = false;
      const auto& law = elements.pack_law();
      if constexpr (requires(typename Elements::Reduction y) { law.is_active(y); }) {
        elements.for_each_pack(0, elements.element_count(), [&](const auto& pack, Index first, int count) {
          const auto pushes = law.is_active(pack.y(pack.corners(positions)));
          for (int lane = 0; lane < count; ++lane) {
            const bool is_in = terms == ContactTerms::refactorise && pushes[lane];
            const Real weight = is_in ? elements.stiffnesses()[first + lane] : Real(0);
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

template bool set_contact_weights(ContactTerms, const Potentials<double>&, const Positions<double>&,
                                  std::vector<VectorX<double>>&);
template bool set_contact_weights(ContactTerms, const Potentials<float>&, const Positions<float>&,
                                  std::vector<VectorX<float>>&);

}  // namespace simbench

#include "deformable/solvers/kernels/projection.h"

#include <stdexcept>

#include "deformable/energy/visit.h"

namespace simbench {

namespace {

template <class Elements>
constexpr bool has_projection = requires(const Elements& elements, typename Elements::Reduction y) {
  elements.pack_law().project(y);
};

}  // namespace

template <class Real>
bool can_project(const Potential<Real>& potential) {
  return visit(potential, []<class Elements>(const Elements&) { return has_projection<Elements>; });
}

template <class Real>
void add_projections(const Potential<Real>& potential, const Positions<Real>& positions,
                     Positions<Real>& result) {
  const bool done = visit(potential, [&]<class Elements>(const Elements& elements) {
    if constexpr (has_projection<Elements>) {
      work_done.local_steps += elements.element_count();
      const auto& law = elements.pack_law();
      elements.add_columns(result, elements.y_at(positions),
                           [&](const typename Elements::Pack& pack, Index, int, const auto&... y) {
                             const typename Elements::Number stiffness =
                                 law.quadratic_stiffness() * pack.weight;
                             const typename Elements::Reduction p = law.project(y...);
                             return pack.corner_columns(stiffness * pack.with_offset(p));
                           });
    }
    return has_projection<Elements>;
  });
  if (!done) throw std::logic_error("this potential has no projection");
}

template bool can_project(const Potential<double>&);
template bool can_project(const Potential<float>&);
template void add_projections(const Potential<double>&, const Positions<double>&, Positions<double>&);
template void add_projections(const Potential<float>&, const Positions<float>&, Positions<float>&);

}  // namespace simbench

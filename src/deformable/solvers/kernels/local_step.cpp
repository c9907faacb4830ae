#include "deformable/solvers/kernels/local_step.h"

#include <stdexcept>

#include "deformable/energy/visit.h"

namespace simbench {

namespace {

template <class Elements>
constexpr bool has_prox_of = requires(const Elements& elements, typename Elements::Reduction y,
                                      Vector3<typename Elements::Number> stretches) {
  elements.pack_law().prox(y, y(0, 0));
}
|| requires(const Elements& elements, Vector3<typename Elements::Number> stretches) {
  elements.pack_law().hessian(stretches);
};

}  // namespace

bool has_prox(const Potential<double>& potential) {
  return visit(potential, []<class Elements>(const Elements&) { return has_prox_of<Elements>; });
}

template <class Real>
void local_step(const Potential<Real>& potential, const VectorX<Real>& squared_weights,
                const ProxSearch& search, const Positions<Real>& positions, Reduced<Real>& z,
                Reduced<Real>& u, Positions<Real>& right_hand_side) {
  const bool done = visit(potential, [&]<class Elements>(const Elements& elements) {
    if constexpr (has_prox_of<Elements>) {
      using Pack = typename Elements::Pack;
      using Number = typename Elements::Number;
      using Reduction = typename Elements::Reduction;
      work_done.local_steps += elements.element_count();
      const auto& law = elements.pack_law();
      const auto target_of = [&](const Pack& pack, Index element, int count) -> Reduction {
        return pack.y(pack.corners(positions)) + Elements::load(u, element, count);
      };
      const auto step = [&](const Pack& pack, Index element, int count, const Reduction& target,
                            const auto&... rotation) {
        const Number weight = Elements::load(squared_weights.data(), element, count);
        const Reduction Z = prox(law, target, Number(weight / pack.weight), search, rotation...);
        const Reduction U = target - Z;
        Elements::store(Z, z, element, count);
        Elements::store(U, u, element, count);
        return pack.corner_columns(weight * pack.with_offset(Reduction(Z - U)));
      };
      if constexpr (requires(Reduction y) { law.prox(y, y(0, 0), y); }) {
        elements.add_columns(right_hand_side, target_of, step);
      } else {
        elements.add_columns(right_hand_side, [&](const Pack& pack, Index element, int count) {
          return step(pack, element, count, target_of(pack, element, count));
        });
      }
    }
    return has_prox_of<Elements>;
  });
  if (!done) throw std::logic_error("ADMM has no local step for this potential");
}

template void local_step(const Potential<double>&, const VectorX<double>&, const ProxSearch&,
                         const Positions<double>&, Reduced<double>&, Reduced<double>&, Positions<double>&);
template void local_step(const Potential<float>&, const VectorX<float>&, const ProxSearch&,
                         const Positions<float>&, Reduced<float>&, Reduced<float>&, Positions<float>&);

}  // namespace simbench

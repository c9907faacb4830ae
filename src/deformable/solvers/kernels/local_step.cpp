#include "deformable/solvers/kernels/local_step.h"

#include <stdexcept>

#include "deformable/energy/prox.h"
#include "deformable/energy/visit.h"

namespace simbench {

template <class Real>
void local_step(const Potential<Real>& potential, const VectorX<Real>& squared_weights,
                int maximum_iterations, const Positions<Real>& positions, Reduced<Real>& z, Reduced<Real>& u,
                Positions<Real>& right_hand_side) {
  const bool done = visit(potential, [&]<class Elements>(const Elements& elements) {
    using Number = typename Elements::Number;
    using Reduction = typename Elements::Reduction;
    elements.add_columns(right_hand_side, [&](const typename Elements::Pack& pack, Index element, int count) {
      const Number weight = Elements::load(squared_weights.data(), element, count);
      const Reduction target = pack.y(pack.corners(positions)) + Elements::load(u, element, count);
      const Reduction Z = prox(elements.pack_law(), target, Number(weight / pack.weight), maximum_iterations);
      const Reduction U = target - Z;
      Elements::store(Z, z, element, count);
      Elements::store(U, u, element, count);
      return pack.corner_columns(weight * pack.with_offset(Reduction(Z - U)));
    });
    return true;
  });
  if (!done) throw std::logic_error("ADMM has no local step for this potential");
}

template void local_step(const Potential<double>&, const VectorX<double>&, int, const Positions<double>&,
                         Reduced<double>&, Reduced<double>&, Positions<double>&);
template void local_step(const Potential<float>&, const VectorX<float>&, int, const Positions<float>&,
                         Reduced<float>&, Reduced<float>&, Positions<float>&);

}  // namespace simbench

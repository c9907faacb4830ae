#include "deformable/solvers/kernels/indefinite_elements.h"

#include <cmath>
#include <limits>

#include "deformable/energy/visit.h"

namespace simbench {

namespace {

// The trace of an element's Hessian by its vertices, without the element's weight.
template <class Pack, class Density>
typename Pack::Number trace_of(const Pack& pack, const Density& density) {
  typename Pack::Number trace = 0;
  for (int corner = 0; corner < Pack::corner_count; ++corner) {
    const auto gradient = pack.shape_gradient(corner);
    trace += density.block(gradient, gradient).trace();
  }
  return trace;
}

}  // namespace

template <class Real>
Index indefinite_elements(const Potential<Real>& potential, const Positions<Real>& positions) {
  const auto count_of = [&]<class Batch>(const Batch& elements) {
    using Pack = typename Batch::Pack;
    static const Real rounding = std::sqrt(std::numeric_limits<Real>::epsilon());
    Index count_of_all = 0;
    elements.for_each_pack(0, elements.element_count(), [&](const Pack& pack, Index, int count) {
      const auto y = pack.y(pack.corners(positions));
      const auto clamped = trace_of(pack, density_hessian(elements.pack_law(), y, Definiteness::clamped));
      const auto exact = trace_of(pack, density_hessian(elements.pack_law(), y, Definiteness::exact));
      // Clamping raises the trace by the sum of the negative eigenvalues.
      for (int lane = 0; lane < count; ++lane)
        count_of_all += Real(clamped[lane]) - Real(exact[lane]) > rounding * Real(clamped[lane]);
    });
    return count_of_all;
  };
  return visit(potential, count_of) + visit_quadratic_tets(potential, count_of);
}

template Index indefinite_elements(const Potential<double>&, const Positions<double>&);
template Index indefinite_elements(const Potential<float>&, const Positions<float>&);

}  // namespace simbench

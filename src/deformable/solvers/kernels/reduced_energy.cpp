#include "deformable/solvers/kernels/reduced_energy.h"

#include "deformable/energy/visit.h"

namespace simbench {

namespace {

// These are no lambdas of visit(), because clang 14 does not link a parallel loop in a generic lambda.
template <class Elements>
typename Elements::Real energy_of(const Elements& elements, const Reduced<typename Elements::Real>& z) {
  using Real = typename Elements::Real;
  work_done.values += elements.element_count();
  const Scratch<Real> sums(chunk_count(elements.element_count()));
  elements.for_each_chunk([&](Index begin, Index end, Index chunk) {
    Real sum = 0;
    elements.for_each_pack(begin, end, [&](const typename Elements::Pack& pack, Index element, int count) {
      const auto density = elements.pack_law().respond(Elements::load(z, element, count)).density;
      for (int lane = 0; lane < count; ++lane) sum += pack.weight[lane] * density[lane];
    });
    sums.values()[chunk] = sum;
  });
  return std::accumulate(sums.values().begin(), sums.values().end(), Real(0));
}

template <class Elements>
void find_gradients(const Elements& elements, const Reduced<typename Elements::Real>& z,
                    Reduced<typename Elements::Real>& result) {
  work_done.gradients += elements.element_count();
  elements.for_each_chunk([&](Index begin, Index end, Index) {
    elements.for_each_pack(begin, end, [&](const typename Elements::Pack& pack, Index element, int count) {
      const typename Elements::Reduction stress =
          elements.pack_law().respond(Elements::load(z, element, count)).stress;
      Elements::store(stress * pack.weight, result, element, count);
    });
  });
}

}  // namespace

template <class Real>
Real energy_at(const Potential<Real>& potential, const Reduced<Real>& z) {
  return visit(potential, [&](const auto& elements) { return energy_of(elements, z); });
}

template <class Real>
void gradient_at(const Potential<Real>& potential, const Reduced<Real>& z, Reduced<Real>& result) {
  visit(potential, [&](const auto& elements) {
    find_gradients(elements, z, result);
    return true;
  });
}

template double energy_at(const Potential<double>&, const Reduced<double>&);
template float energy_at(const Potential<float>&, const Reduced<float>&);
template void gradient_at(const Potential<double>&, const Reduced<double>&, Reduced<double>&);
template void gradient_at(const Potential<float>&, const Reduced<float>&, Reduced<float>&);

}  // namespace simbench

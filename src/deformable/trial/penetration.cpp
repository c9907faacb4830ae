#include "deformable/trial/penetration.h"

#include <cmath>

#include "deformable/energy/potentials/half_space.h"

namespace simbench {

namespace {

using HalfSpaceElements = HalfSpaces::Batch<double>;

double depth_behind(const HalfSpaceElements& elements, const Positions<double>& positions) {
  const auto& normal = elements.pack_law().normal;
  const Vector3<double> n(normal[0][0], normal[1][0], normal[2][0]);  // the same in all lanes
  Reduced<double> y(elements.element_count(), 3);
  elements.reduce(positions, y);
  return (-(y.matrix() * n)).maxCoeff<Eigen::PropagateNaN>();
}

}  // namespace

std::optional<double> largest_penetration(const IncrementalPotential<double>& problem,
                                          const Positions<double>& positions) {
  std::optional<double> largest;
  const auto take = [&](double depth) {
    largest = Eigen::Array2d(largest.value_or(0), depth).maxCoeff<Eigen::PropagateNaN>();
  };
  for (const auto& potential : problem.potentials) {
    const auto* const half_space = dynamic_cast<const HalfSpaceElements*>(potential.get());
    if (half_space && half_space->element_count() > 0) take(depth_behind(*half_space, positions));
  }
  for (const auto& term : problem.terms) {
    if (const auto depth = term->penetration(positions)) take(*depth);
  }
  return largest && std::isnan(*largest) ? std::nullopt : largest;
}

}  // namespace simbench

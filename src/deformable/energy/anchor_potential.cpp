#include "deformable/energy/anchor_potential.h"

#include "deformable/energy/elements.h"
#include "deformable/energy/point_stencil.h"
#include "deformable/energy/zero_length_spring.h"

namespace simbench {

template <class Real>
std::shared_ptr<const Potential<Real>> anchor_potential(std::vector<int> vertices,
                                                        const Positions<double>& points, double stiffness) {
  using Anchors = Elements<PointStencil, ZeroLengthSpring, Real>;
  return std::make_shared<Anchors>(PointStencil(std::move(vertices), points), SpringParameters{stiffness});
}

template std::shared_ptr<const Potential<double>> anchor_potential(std::vector<int>, const Positions<double>&,
                                                                   double);
template std::shared_ptr<const Potential<float>> anchor_potential(std::vector<int>, const Positions<double>&,
                                                                  double);

}  // namespace simbench

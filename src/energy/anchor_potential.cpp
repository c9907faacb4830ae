#include "energy/anchor_potential.h"

#include "energy/elements.h"
#include "energy/point_stencil.h"
#include "energy/zero_length_spring.h"

namespace simbench {

std::shared_ptr<const Potential<double>> anchor_potential(std::vector<int> vertices,
                                                          const Positions<double>& points, double stiffness) {
  using Anchors = Elements<PointStencil, ZeroLengthSpring, double>;
  return std::make_shared<Anchors>(PointStencil(std::move(vertices), points), SpringParameters{stiffness});
}

}  // namespace simbench

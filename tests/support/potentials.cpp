#include "tests/support/potentials.h"

#include "deformable/energy/potentials/half_space.h"
#include "deformable/energy/potentials/springs.h"
#include "deformable/energy/potentials/volumes.h"

namespace simbench::test {

std::shared_ptr<const Potential<double>> springs(std::vector<std::array<int, 2>> pairs,
                                                 VectorX<double> lengths, double stiffness) {
  return std::make_shared<Springs::Batch<double>>(PairStencil(std::move(pairs), std::move(lengths)),
                                                  SpringParameters{stiffness});
}

std::shared_ptr<const Potential<double>> volumes(const std::shared_ptr<const TetMesh>& mesh,
                                                 double stiffness) {
  return std::make_shared<Volumes::Batch<double>>(TetStencil(mesh), VolumeSpringParameters{stiffness});
}

std::shared_ptr<const Potential<double>> floor_below(std::vector<int> vertices, double height,
                                                     double stiffness) {
  const Positions<double> points =
      Vector3<double>(0, 0, height).replicate(1, static_cast<Index>(vertices.size()));
  return std::make_shared<HalfSpaces::Batch<double>>(
      PointStencil(std::move(vertices), points), PlaneContactParameters{stiffness, Vector3<double>::UnitZ()});
}

}  // namespace simbench::test

#include "tests/support/potentials.h"

#include <catch2/catch.hpp>

#include "config/reader.h"
#include "deformable/energy/potentials/half_space.h"
#include "deformable/energy/potentials/springs.h"
#include "deformable/energy/potentials/volumes.h"
#include "deformable/energy/scene_potential.h"

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

std::shared_ptr<const Potential<double>> scene_potential(std::string_view kind, const std::string& members,
                                                         const std::shared_ptr<const TetMesh>& mesh) {
  const auto chosen = make_scene_potential(kind);
  config::read(config::Document::parse("{" + members + "}", "potential.json"),
               [&](config::Fields& fields) { chosen->describe(fields); });
  chosen->element_count(mesh);
  return chosen->potential(mesh);
}

Eigen::MatrixXd hessian_of(const Potential<double>& potential, const Positions<double>& positions,
                           Definiteness definiteness) {
  std::vector<std::span<const int>> elements;
  potential.append_elements(elements);
  BlockMatrix<double> hessian(positions.cols(), elements);
  potential.add_hessian(positions, definiteness, hessian);
  return Eigen::MatrixXd(hessian.matrix()).selfadjointView<Eigen::Lower>();
}

Positions<double> gradient_of(const Potential<double>& potential, const Positions<double>& positions) {
  Positions<double> gradient = Positions<double>::Zero(3, positions.cols());
  CHECK(potential.add_gradient(positions, gradient) == Approx(potential.value(positions)).epsilon(1e-13));
  return gradient;
}

}  // namespace simbench::test

// Tests the planes and volumes that a scene lists as potentials.
#include <catch2/catch.hpp>

#include "config/reader.h"
#include "deformable/energy/scene_potential.h"
#include "mesh/structured_beam.h"
#include "tests/support/random.h"
#include "tests/support/taylor.h"

using namespace simbench;
using namespace simbench::test;

namespace {

const auto cube = std::make_shared<const TetMesh>(structured_beam({}));  // five tets

std::shared_ptr<const Potential<double>> potential(std::string_view kind, const std::string& text) {
  const auto chosen = make_scene_potential(kind);
  config::read(config::Document::parse(text, "potential.json"),
               [&](config::Fields& fields) { chosen->describe(fields); });
  chosen->element_count(cube);
  return chosen->potential(cube);
}

void check_derivatives(const Potential<double>& potential, const Positions<double>& positions) {
  std::vector<std::span<const int>> elements;
  potential.append_elements(elements);
  BlockMatrix<double> hessian(positions.cols(), elements);
  potential.add_hessian(positions, Definiteness::exact, hessian);
  Positions<double> gradient = Positions<double>::Zero(3, positions.cols());
  const double value = potential.add_gradient(positions, gradient);
  CHECK(value == Approx(potential.value(positions)).epsilon(1e-14));
  const Positions<double> direction = Random(5).matrix(3, positions.cols());
  const double slope = gradient.cwiseProduct(direction).sum();
  const VectorX<double> change = hessian.matrix().selfadjointView<Eigen::Lower>() * direction.reshaped();
  const auto of_value = [&](double t) {
    return std::abs(potential.value(positions + t * direction) - value - t * slope);
  };
  const auto of_gradient = [&](double t) {
    Positions<double> moved = Positions<double>::Zero(3, positions.cols());
    potential.add_gradient(positions + t * direction, moved);
    return ((moved - gradient).reshaped() - t * change).norm();
  };
  CHECK(taylor_slope(of_value, 1e-13 * std::abs(value)) == Approx(2).margin(0.1));
  CHECK(taylor_slope(of_gradient, 1e-11 * gradient.norm()) == Approx(2).margin(0.1));
}

}  // namespace

TEST_CASE("Volume springs have V kappa/2 (J - 1)^2 and its derivatives") {
  const auto volumes = potential("volumes", R"({"stiffness": 300, "tets": {"select": "all"}})");
  CHECK(volumes->element_count() == 5);
  CHECK(volumes->is_material());
  CHECK(volumes->value(cube->rest_positions) < 1e-25);
  const Positions<double> stretched = 1.1 * cube->rest_positions;
  const double excess = 1.1 * 1.1 * 1.1 - 1;
  const double volume = tet_volumes(*cube, cube->rest_positions).sum();
  CHECK(volumes->value(stretched) == Approx(volume * 150 * excess * excess).epsilon(1e-12));
  check_derivatives(*volumes, cube->rest_positions + 0.1 * Random(1).matrix(3, cube->vertex_count()));
}

TEST_CASE("A plane pushes those vertices that are behind it, along its normal") {
  const auto plane = potential("half_space", R"({"stiffness": 40, "point": [0, 0, 0.5], "normal": [0, 0, 3],
                                                 "vertices": {"select": "all"}})");
  CHECK(plane->element_count() == 8);
  CHECK_FALSE(plane->is_material());
  const Positions<double>& rest = cube->rest_positions;
  double expected = 0;
  Positions<double> force = Positions<double>::Zero(3, 8), gradient = force;
  for (Index i = 0; i < 8; ++i) {
    const double below = std::min(0.0, rest(2, i) - 0.5);
    expected += 20 * below * below;
    force(2, i) = 40 * below;
  }
  CHECK(expected > 1);
  CHECK(plane->add_gradient(rest, gradient) == Approx(expected).epsilon(1e-14));
  CHECK((gradient - force).norm() < 1e-13);
}

TEST_CASE("A potential with invalid settings is refused, and the message names the setting") {
  CHECK_THROWS_WITH(
      potential("half_space", R"({"stiffness": 1, "normal": [0, 0, 0], "vertices": {"select": "all"}})"),
      Catch::Contains("(0, 0, 0) has none"));
  CHECK_THROWS_WITH(potential("volumes", R"({"stiffness": -1, "tets": {"select": "all"}})"),
                    Catch::Contains("stiffness"));
}

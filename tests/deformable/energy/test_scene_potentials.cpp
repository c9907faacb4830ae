// Tests the potentials that a scene lists: derivatives of all kinds, and the energies of planes and volumes.
#include <catch2/catch.hpp>
#include <map>

#include "deformable/energy/scene_potential.h"
#include "mesh/structured_beam.h"
#include "tests/support/random.h"
#include "tests/support/sheet.h"
#include "tests/support/taylor.h"

using namespace simbench;
using namespace simbench::test;

namespace {

const auto cube = std::make_shared<const TetMesh>(structured_beam({}));  // five tets

// The members of kinds for bodies of tets besides the stiffness. Kinds for surfaces have no others.
const std::map<std::string_view, std::string> members_for_tets = {
    {"springs", R"(, "vertices": {"select": "all"})"},
    {"volumes", R"(, "tets": {"select": "all"})"},
    {"half_space", R"(, "point": [0, 0, 0.5], "normal": [1, 2, 3], "vertices": {"select": "all"})"}};

}  // namespace

TEST_CASE("Gradient and Hessian of every potential of a scene pass Taylor's test") {
  const std::string_view kind = GENERATE(from_range(scene_potential_names()));
  const auto mesh =
      GENERATE(values<std::shared_ptr<const TetMesh>>({cube, test_sheet(false), test_sheet(true)}));
  const auto more = members_for_tets.find(kind);
  if ((more != members_for_tets.end()) != (mesh == cube)) return;
  INFO(kind);
  const auto potential =
      scene_potential(kind, "\"stiffness\": 3" + (mesh == cube ? more->second : std::string()), mesh);
  const Positions<double> positions = crumpled(*mesh);
  const Positions<double> gradient = gradient_of(*potential, positions);
  const Eigen::MatrixXd hessian = hessian_of(*potential, positions, Definiteness::exact);
  const Positions<double> direction = 0.1 * Random(5).matrix(3, positions.cols());
  const double value = potential->value(positions);
  const auto of_value = [&](double t) {
    return std::abs(potential->value(positions + t * direction) - value -
                    t * gradient.cwiseProduct(direction).sum());
  };
  const auto of_gradient = [&](double t) {
    const Positions<double> moved = gradient_of(*potential, positions + t * direction);
    return ((moved - gradient).reshaped() - t * hessian * direction.reshaped()).norm();
  };
  CHECK(taylor_slope(of_value, 1e-15 * value) == Approx(2).margin(0.1));
  CHECK(taylor_slope(of_gradient, 1e-14 * gradient.norm()) == Approx(2).margin(0.1));
}

TEST_CASE("Volume springs have the energy V kappa/2 (J - 1)^2") {
  const auto volumes = scene_potential("volumes", R"("stiffness": 300, "tets": {"select": "all"})", cube);
  CHECK(volumes->element_count() == 5);
  CHECK(volumes->is_material());
  CHECK(volumes->value(cube->rest_positions) < 1e-25);
  const double excess = 1.1 * 1.1 * 1.1 - 1, volume = tet_volumes(*cube, cube->rest_positions).sum();
  CHECK(volumes->value(1.1 * cube->rest_positions) == Approx(volume * 150 * excess * excess).epsilon(1e-12));
}

TEST_CASE("A plane pushes those vertices that are behind it") {
  const auto plane =
      scene_potential("half_space", R"("stiffness": 40, "point": [0, 0, 0.5], "normal": [0, 0, 3],
                                       "vertices": {"select": "all"})",
                      cube);
  CHECK(plane->element_count() == 8);
  CHECK_FALSE(plane->is_material());
  const VectorX<double> below = (cube->rest_positions.row(2).array() - 0.5).min(0.0).matrix();
  CHECK(below.norm() > 0.5);
  CHECK(plane->value(cube->rest_positions) == Approx(20 * below.squaredNorm()).epsilon(1e-14));
}

TEST_CASE("A potential with invalid settings is refused, and the message names the setting") {
  CHECK_THROWS_WITH(
      scene_potential("half_space", R"("stiffness": 1, "normal": [0, 0, 0], "vertices": {"select": "all"})",
                      cube),
      Catch::Contains("(0, 0, 0) has none"));
  CHECK_THROWS_WITH(scene_potential("volumes", R"("stiffness": -1, "tets": {"select": "all"})", cube),
                    Catch::Contains("stiffness"));
}

// Bodies of several materials.
#include <fmt/format.h>

#include "deformable/referee/minimum.h"
#include "tests/deformable/scene/small_scene.h"
#include "tests/support/solving.h"

using namespace simbench;
using namespace simbench::test;

namespace {

// The tets with centroids in [from, to] along x, under the strain law.
std::string region(double from, double to, double stiffness) {
  return fmt::format(R"({{"tets": {{"select": "box", "minimum": [{}, 0, 0], "maximum": [{}, 1, 1]}}, )"
                     R"("material": {{"model": "strain", "stiffness": {}}}}})",
                     from, to, stiffness);
}

// A beam of 0.8 m is stretched to 0.9 m between hard ends, so slowly that inertia does not matter.
Positions<double> drawn(const std::vector<std::string>& overrides) {
  std::vector<std::string> all = {"material.stiffness=1e6", "step.time_step=1e4",
                                  R"(anchors={"stiffness": 1e13, "groups": [{"vertices": {"select": "x_min"}},
          {"vertices": {"select": "x_max"}, "translation": [1e-5, 0, 0]}]})"};
  all.insert(all.end(), overrides.begin(), overrides.end());
  const Scene scene = small_scene(all);
  const World world = world_of(scene);
  const Minimum minimum = minimise(step_problem(scene, world, world.start, 1));
  REQUIRE(minimum.found());
  return minimum.positions;
}

double extension(const Positions<double>& positions, const Scene& scene, double x) {
  for (Index i = 0; i < positions.cols(); ++i) {
    if (std::abs(scene.mesh->rest_positions(0, i) - x) < 1e-9) return positions(0, i) - x;
  }
  FAIL("no vertex there");
  return 0;
}

}  // namespace

TEST_CASE("Two halves in series share the elongation against their stiffnesses") {
  const Scene scene = small_scene({});
  const Positions<double> positions = drawn({"regions=[" + region(0.4, 0.8, 3e6) + "]"});
  // k₁ u = k₂ (d − u): forces balance in the middle.
  CHECK(extension(positions, scene, 0.4) == Approx(0.1 * 3 / 4).epsilon(1e-6));
  CHECK(extension(positions, scene, 0.8) == Approx(0.1).epsilon(1e-6));
}

TEST_CASE("A region of the body's own material changes nothing") {
  const Positions<double> whole = drawn({});
  CHECK((drawn({"regions=[" + region(0.2, 0.6, 1e6) + "]"}) - whole).cwiseAbs().maxCoeff() < 1e-9);
}

TEST_CASE("The last region of a tet counts, and a material without tets adds no potential") {
  const auto laws = [](const std::string& regions) {
    const World world = world_of(small_scene({"regions=[" + regions + "]"}));
    std::vector<std::pair<Index, double>> found;  // number of tets, and stiffness divided by volume
    for (const auto& potential : world.potentials) {
      found.emplace_back(potential->element_count(), potential->stiffnesses().sum() / (0.8 * 0.2 * 0.2) * 20 /
                                                         static_cast<double>(potential->element_count()));
    }
    return found;
  };
  const auto all = laws(region(0, 0.8, 2e6));
  REQUIRE(all.size() == 1);
  CHECK(all[0].first == 20);
  CHECK(all[0].second == Approx(2e6));
  const auto nested = laws(region(0, 0.8, 2e6) + "," + region(0, 0.4, 5e6));
  REQUIRE(nested.size() == 2);
  CHECK(nested[0].first == 10);
  CHECK(nested[0].second == Approx(2e6));
  CHECK(nested[1].second == Approx(5e6));
}

TEST_CASE("A region that holds no tet is refused with its place") {
  CHECK_THROWS_WITH(small_scene({"regions=[" + region(5, 6, 1e6) + "]"}),
                    Catch::Contains("/regions/0/tets") && Catch::Contains("holds no tet of the mesh"));
}

TEST_CASE("A potential that holds nothing of the mesh is refused with its place") {
  CHECK_THROWS_WITH(small_scene({R"(potentials=[{"type": "springs", "stiffness": 1, )"
                                 R"("vertices": {"select": "nearest", "point": [0, 0, 0]}}])"}),
                    Catch::Contains("/potentials/0") && Catch::Contains("holds no element of the mesh"));
}

TEST_CASE("Every solver that minimises finds the minimum of a body of two materials, springs and anchors") {
  const Scene scene =
      small_scene({"regions=[" + region(0.4, 0.8, 1e5) + "]",
                   R"(potentials=[{"type": "springs", "stiffness": 2e4, "vertices": {"select": "x_max"}}])",
                   "gravity=[0,0,-9.81]", "material.stiffness=1e6",
                   R"(anchors={"groups": [{"vertices": {"select": "x_min"}}]})", "initial_velocity=[0,1,0]"});
  const World world = world_of(scene);
  const IncrementalPotential<double> problem = step_problem(scene, world, world.start, 1);
  REQUIRE(problem.potentials.size() == 4);
  const Minimum minimum = minimise(problem);
  const double way = (minimum.positions - problem.inertial_positions).norm();
  REQUIRE(way > 1e-4);
  for (const SolverEntry& entry : minimising_solvers()) {
    INFO(entry.name);
    REQUIRE_FALSE(entry.declines(problem.potentials, *entry.default_settings()));
    const auto solver = entry.make(*entry.default_settings(), Precision::double_precision);
    REQUIRE_FALSE(solver->begin_step(problem));
    for (int iteration = 0; iteration < 4000; ++iteration) {
      if (solver->iterate().stop) break;
    }
    CHECK((solver->positions() - minimum.positions).norm() < 1e-6 * way);
  }
}

TEST_CASE("A region's density gives its tets another mass") {
  const std::string half = R"({"tets": {"select": "box", "minimum": [0.4, 0, 0], "maximum": [0.8, 1, 1]}, )"
                           R"("density": 5000, "material": {"model": "strain", "stiffness": 1e6}})";
  const double volume = 0.8 * 0.2 * 0.2;
  CHECK(small_scene().masses().sum() == Approx(1000 * volume));
  const Scene scene = small_scene({"regions=[" + half + "]"});
  CHECK(scene.masses().sum() == Approx((1000 + 5000) * volume / 2));
  CHECK(world_of(scene).masses == scene.masses());
  CHECK(small_scene({"regions=[" + half + "]", "masses=unit"}).masses() == VectorX<double>::Ones(20));
}

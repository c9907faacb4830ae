// Compares the estimates of `simbench check` about anchors with simulations.
#include <nlohmann/json.hpp>

#include "deformable/referee/minimum.h"
#include "deformable/trial/hold.h"
#include "tests/deformable/scene/small_scene.h"

using namespace simbench;
using namespace simbench::test;

namespace {

std::vector<Hold> holds_of(const Scene& scene) {
  return holds(scene.anchors, scene.material.stiffness(), *scene.mesh);
}

// The mean displacement of a face's vertices after steps that end at their minima [m].
Vector3<double> moved(const Scene& scene, int steps, const char* face) {
  const World world = world_of(scene);
  State state = world.start;
  for (int step = 1; step <= steps; ++step) {
    const IncrementalPotential<double> problem = step_problem(scene, world, state, step);
    const Minimum minimum = minimise(problem);
    REQUIRE(minimum.found());
    state = Integrator::advanced(problem, state, minimum.positions);
  }
  const selections::Side<0, true> right;
  const PointSelection selection = {
      {std::string_view(face) == right.name ? PointSelection::Kind(right) : selections::Side<0, false>()}};
  const std::vector<int> vertices = selection.of(scene.mesh->rest_positions, "vertex");
  return (state.positions - scene.mesh->rest_positions)(Eigen::all, vertices).rowwise().mean();
}

}  // namespace

TEST_CASE("A clamped face sags by the estimate of check when the body is at rest") {
  const char* material = GENERATE(R"({"model": "strain", "stiffness": 1e6})",
                                  R"({"model": "stable_neo_hookean", "youngs_modulus": 1e6})");
  const Scene scene =
      small_scene({std::string("material=") + material, "gravity=[0, 0, -9.81]", "step.time_step=1",
                   R"(anchors.groups=[{"vertices": {"select": "x_min"}}])"});
  const std::vector<Hold> held = holds_of(scene);
  REQUIRE(held.size() == 1);
  CHECK(held[0].vertices == 4);
  CHECK(held[0].stiffness == 1e6);
  const double mass = 1000 * 0.8 * 0.2 * 0.2;
  CHECK(sag(held, mass, scene.gravity) == Approx(mass * 9.81 / 4e6));
  CHECK(-moved(scene, 40, "x_min").z() == Approx(sag(held, mass, scene.gravity)).epsilon(1e-4));
}

TEST_CASE("A clamped face moves by its share of the elongation when the other end is pulled") {
  const char* stiffness = GENERATE("1e5", "1e6", "1e7");
  const Scene scene = small_scene({"step.time_step=100", std::string("anchors.stiffness=") + stiffness,
                                   R"(anchors.groups=[{"vertices": {"select": "x_min"}},
           {"vertices": {"select": "x_max"}, "translation": [1e-4, 0, 0]}])"});
  const double given = moved(scene, 1, "x_min").x(), pulled = moved(scene, 1, "x_max").x();
  const std::vector<Hold> held = holds_of(scene);
  CHECK(held[0].share == Approx(5e4 / (4 * std::stod(stiffness))));  // E A/L = 1e6 Pa · 0.04 m² / 0.8 m
  CHECK(given / (pulled - given) == Approx(held[0].share).epsilon(0.05));
  CHECK(held[1].share == held[0].share);
}

TEST_CASE("Components without an anchor are counted") {
  const Scene scene = small_scene({R"(anchors.groups=[{"vertices": {"select": "x_min"}}])"});
  CHECK(loose_components(scene.anchors, *scene.mesh) == 0);
  TetMesh two;
  const TetMesh& one = *scene.mesh;
  two.rest_positions.resize(3, 2 * one.vertex_count());
  two.rest_positions << one.rest_positions, one.rest_positions.colwise() + Vector3<double>(1, 0, 0);
  two.tets.resize(4, 2 * one.tet_count());
  two.tets << one.tets, one.tets.array() + static_cast<int>(one.vertex_count());
  CHECK(loose_components(scene.anchors, two) == 1);
  CHECK(loose_components({}, two) == 2);
}

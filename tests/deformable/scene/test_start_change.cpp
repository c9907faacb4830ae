// Changes of the start state.
#include "deformable/scene/start_change.h"
#include "math/random.h"
#include "tests/deformable/scene/small_scene.h"

using namespace simbench;
using namespace simbench::test;

namespace {

Positions<double> start_of(const std::string& change) {
  return world_of(small_scene({"start=[" + change + "]"})).start.positions;
}

const std::string all = R"("vertices": {"select": "all"})";

}  // namespace

TEST_CASE("The random numbers are those of SplitMix64") {
  Random random(1234567);  // the first numbers of its authors' program for this seed
  CHECK(random.next() == 6457827717110365317u);
  CHECK(random.next() == 3203168211198807973u);
  CHECK(random.next() == 9817491932198370423u);
}

TEST_CASE("A change stretches first and turns then, about its origin") {
  const Positions<double> rest = small_scene().mesh->rest_positions;
  const Positions<double> start =
      start_of("{" + all +
               R"(, "origin": [0.1, 0.2, 0.3], "stretch": [2, 1, 0.5], "axis": [0, 0, 2], "degrees": 90})");
  for (Index i = 0; i < rest.cols(); ++i) {
    const Vector3<double> x = rest.col(i) - Vector3<double>(0.1, 0.2, 0.3);
    const Vector3<double> expected(0.1 - x[1], 0.2 + 2 * x[0], 0.3 + 0.5 * x[2]);
    CHECK((start.col(i) - expected).norm() < 1e-15);
  }
}

TEST_CASE("Noise stays within its bound, has no drift, and depends on the seed") {
  const Positions<double> rest = small_scene().mesh->rest_positions;
  const auto noise = [&](int seed) {
    return Positions<double>(
        start_of("{" + all + R"(, "noise": 0.01, "seed": )" + std::to_string(seed) + "}") - rest);
  };
  const Positions<double> first = noise(1);
  CHECK(first.cwiseAbs().maxCoeff() <= 0.01);
  CHECK(first.cwiseAbs().maxCoeff() > 0.009);
  CHECK(std::abs(first.mean()) < 0.01 / std::sqrt(3.0 * 60) * 4);  // four standard deviations
  CHECK((first - noise(2)).cwiseAbs().maxCoeff() > 0.005);
  CHECK(first == noise(1));
}

TEST_CASE("Vertices that a change leaves out stay, and changes follow one another") {
  const Positions<double> rest = small_scene().mesh->rest_positions;
  const Positions<double> start = start_of(R"({"vertices": {"select": "x_max"}, "stretch": [2, 1, 1]}, )"
                                           R"({"vertices": {"select": "x_max"}, "stretch": [0.5, 1, 1]},)"
                                           R"({"vertices": {"select": "x_min"}, "noise": 0.1})");
  for (Index i = 0; i < rest.cols(); ++i) CHECK((start.col(i) == rest.col(i)) == (rest(0, i) > 0));
}

TEST_CASE("Anchors hold vertices where a change has put them") {
  const Scene scene =
      small_scene({"start=[{" + all + R"(, "degrees": 90, "origin": [0, 0.1, 0.1]}])",
                   R"(anchors={"stiffness": "hard", "groups": [{"vertices": {"select": "x_min"}}]})"});
  const World world = world_of(scene);
  const IncrementalPotential<double> problem = step_problem(scene, world, world.start, 1);
  CHECK(problem.objective(problem.inertial_positions) < 1e-12);  // the whole body is turned
}

// Instances: the same physics, turned and renumbered.
#include <algorithm>
#include <set>

#include "deformable/scene/instance.h"
#include "tests/deformable/scene/small_scene.h"

using namespace simbench;
using namespace simbench::test;

namespace {

// A scene in which everything that an instance turns acts in a direction of its own.
std::vector<std::string> general(int instance) {
  return {
      twist,
      "gravity=[1,-2,3]",
      "initial_velocity=[0.3,0.1,-0.2]",
      R"(forces=[{"vertices": {"select": "x_max"}, "force": [1, 20, 3]}])",
      R"(anchors={"stiffness": "hard", "groups": [{"vertices": {"select": "x_min"}, "translation": [1, 0.5, 0],
              "rotation": {"origin": [0, 0.1, 0.1], "axis": [1, 1, 0], "degrees_per_second": 500}}]})",
      R"(start=[{"vertices": {"select": "box", "minimum": [0.1, -1, -1], "maximum": [0.7, 1, 1]},
              "noise": 0.01, "degrees": 10, "origin": [0, 0.1, 0.1]}])",
      R"(regions=[{"tets": {"select": "x_max"}, "density": 3000,
              "material": {"model": "strain", "stiffness": 3e6}}])",
      "instance=" + std::to_string(instance)};
}

RunResult run_of(std::string_view solver, int instance, const std::string& elements = "linear") {
  std::vector<std::string> overrides = general(instance);
  overrides.push_back("elements=" + elements);
  if (elements == "quadratic")
    overrides.insert(overrides.end(),
                     {R"(material={"model": "stable_neo_hookean", "youngs_modulus": 1e6})", "regions=[]"});
  return result_of(small_experiment(solver, overrides));
}

double value(const RunResult& result, std::size_t row, std::string_view column) {
  return result.value(result.records.at(row), column).value();
}

}  // namespace

TEST_CASE("An instance is a rotation and a new order of the same vertices and tets") {
  const Scene scene = small_scene();
  const Matrix3<double> turn = turn_of(3);
  CHECK((turn.transpose() * turn - Matrix3<double>::Identity()).cwiseAbs().maxCoeff() < 1e-15);
  CHECK(turn.determinant() == Approx(1));
  CHECK((turn - turn_of(4)).cwiseAbs().maxCoeff() > 0.1);

  const TetMesh& mesh = *scene.mesh;
  const TetMesh other = renumbered(mesh, 3);
  const auto tets_of = [](const TetMesh& m) {
    std::set<std::vector<double>> tets;  // the positions of each tet's corners, in its own order
    for (const auto& tet : m.tets.colwise()) {
      std::vector<double> corners;
      for (const int vertex : tet) {
        for (const double coordinate : m.rest_positions.col(vertex)) corners.push_back(coordinate);
      }
      tets.insert(corners);
    }
    return tets;
  };
  CHECK(tets_of(other) == tets_of(mesh));
  CHECK(other.rest_positions != mesh.rest_positions);
  CHECK(other.tets != mesh.tets);
  CHECK(renumbered(mesh, 0).tets == mesh.tets);
}

TEST_CASE("A solver that depends neither on axes nor on an order does the same in all instances") {
  const std::string elements = GENERATE("linear", "quadratic");
  CAPTURE(elements);
  const RunResult written = run_of("qn", 0, elements);
  for (const int instance : {1, 2}) {
    CAPTURE(instance);
    const RunResult other = run_of("qn", instance, elements);
    for (const std::size_t row : {0, 1, 5}) {
      for (const auto* column : {"objective", "constraint", "kinetic_energy", "total_energy",
                                 "angular_momentum", "distance_to_minimum", "min_det_f"})
        CHECK(value(other, row, column) == Approx(value(written, row, column)).epsilon(1e-8));
    }
  }
}

TEST_CASE("Of vertices that are equally near to a point all instances hold the same one") {
  const auto error_at_start = [](int instance) {
    return value(
        result_of(small_experiment("qn", {"gravity=[0,0,-9.81]", "instance=" + std::to_string(instance),
                                          R"(anchors={"stiffness": "hard", "groups": [
                                {"vertices": {"select": "nearest", "point": [0.1, 0.1, 0.1]},
                                 "translation": [10, 0, 0]}]})"})),
        0, "objective");
  };
  for (const int instance : {1, 2, 3}) CHECK(error_at_start(instance) == Approx(error_at_start(0)));
}

TEST_CASE("All instances begin in the same prepared state") {
  const Positions<double> written = world_of(small_scene({twist})).start.positions;
  const Scene scene = small_scene({twist, "instance=2"});
  const Positions<double> prepared = turn_of(2).transpose() * world_of(scene).start.positions;
  const std::vector<int> order = vertex_order(written.cols(), 2);
  for (Index i = 0; i < prepared.cols(); ++i) CHECK((prepared.col(i) - written.col(order[i])).norm() < 1e-15);
}

TEST_CASE("Tags follow their tets, and elements of a potential their vertices") {
  TetMesh mesh = *small_scene().mesh;
  for (int tet = 0; tet < static_cast<int>(mesh.tet_count()); ++tet) mesh.tags.push_back(tet);
  const TetMesh other = renumbered(mesh, 5);
  for (Index tet = 0; tet < mesh.tet_count(); ++tet)
    CHECK(tet_centroids(other).col(tet) == tet_centroids(mesh).col(other.tags[tet]));
  const auto start = [](int instance) {
    return value(
        result_of(small_experiment(
            "qn", {"start=[{\"vertices\": {\"select\": \"all\"}, \"stretch\": [2, 1, 1]}]",
                   R"(potentials=[{"type": "springs", "stiffness": 1e3, "vertices": {"select": "all"}}])",
                   "instance=" + std::to_string(instance)})),
        0, "constraint");
  };
  CHECK(start(1) == Approx(start(0)));
}

TEST_CASE("A sweep over tets depends on the instance") {
  CHECK(value(run_of("xpbd", 1), 5, "objective") !=
        Approx(value(run_of("xpbd", 0), 5, "objective")).epsilon(1e-6));
}

TEST_CASE("A scene that names vertices by their numbers has no other instances") {
  const auto error = [](const std::vector<std::string>& overrides) {
    return error_text(ExitCode::usage, [&] { small_scene(overrides); });
  };
  const std::string by_number =
      R"(anchors={"groups": [{"vertices": {"select": "indices", "indices": [0]}}]})";
  CHECK(error({"instance=1", by_number}).find("/anchors/groups/0/vertices/select: indices name vertices") !=
        std::string::npos);
  CHECK(
      error(
          {"instance=1",
           R"(potentials=[{"type": "half_space", "stiffness": 1, "normal": [0, 0, 1], "vertices": {"select": "x_min"}}])"})
          .find("this potential names places") != std::string::npos);
  CHECK(error({by_number}) == "no error");
}

#include <fmt/format.h>

#include <numbers>

#include "config/reader.h"
#include "tests/deformable/scene/small_scene.h"

using namespace simbench;
using namespace simbench::test;
using Catch::Contains;

namespace {

using Numbers = std::vector<int>;

const TetMesh& mesh() {
  static const TetMesh beam = structured_beam({{0, 0, 0}, {0.8, 0.2, 0.2}, {4, 1, 1}, CellSplit::five});
  return beam;
}

Numbers selected(const PointSelection& selection) {
  return selection.of(mesh().rest_positions, "vertex");
}

PointSelection box(const Vector3<double>& minimum, const Vector3<double>& maximum) {
  return {{selections::Box{minimum, maximum}}};
}

PointSelection indices(const Numbers& numbers) {
  return {{selections::Indices{numbers}}};
}

// The selection that a JSON text of a scene describes.
Numbers read_and_selected(const std::string& selection) {
  const Scene scene = small_scene({R"(anchors={"groups":[{"vertices":)" + selection + "}]}"});
  return scene.anchors.groups.front().vertices.of(scene.mesh->rest_positions, "vertex");
}

Numbers face(const std::string& name) {
  return read_and_selected(fmt::format(R"({{"select": "{}"}})", name));
}

AnchorGroup rotating(const Vector3<double>& origin, const Vector3<double>& axis, double degrees_per_second) {
  AnchorGroup group;
  group.rotation = {origin, axis, degrees_per_second};
  return group;
}

bool close(const Vector3<double>& a, const Vector3<double>& b) {
  return (a - b).norm() < 1e-15;
}

const std::string both_ends =
    R"(anchors.groups=[{"vertices": {"select": "x_min"}}, {"vertices": {"select": "x_max"}}])";

}  // namespace

TEST_CASE("Faces select the vertices with the extreme coordinate") {
  CHECK(face("x_min") == Numbers{0, 1, 2, 3});
  CHECK(face("x_max") == Numbers{16, 17, 18, 19});
  CHECK(face("y_min") == Numbers{0, 1, 4, 5, 8, 9, 12, 13, 16, 17});
  CHECK(face("y_max") == Numbers{2, 3, 6, 7, 10, 11, 14, 15, 18, 19});
  CHECK(face("z_min") == Numbers{0, 2, 4, 6, 8, 10, 12, 14, 16, 18});
  CHECK(face("z_max") == Numbers{1, 3, 5, 7, 9, 11, 13, 15, 17, 19});
  CHECK(face("all").size() == 20);
}

TEST_CASE("Faces are found even if rest positions are not round numbers") {
  const TetMesh thirds =
      structured_beam({{1e3 / 3, -1e3 / 7, 0.1}, {0.3, 0.1, 0.7}, {3, 3, 3}, CellSplit::six});
  for (const char* name : {"x_min", "x_max", "y_min", "y_max", "z_min", "z_max"}) {
    PointSelection selection;
    config::read(config::Document::parse(fmt::format(R"({{"select": "{}"}})", name), "selection"),
                 [&](config::Fields& fields) { selection.describe(fields); });
    INFO(name);
    CHECK(selection.of(thirds.rest_positions, "vertex").size() == 16);
  }
}

TEST_CASE("A box selects what it contains, its faces included") {
  CHECK(selected(box({0.15, -1, -1}, {0.45, 1, 0.1})) == Numbers{4, 6, 8, 10});
  CHECK(selected(box({0.2, 0, 0}, {0.4, 0, 0})) == Numbers{4, 8});
}

TEST_CASE("A plane selects the vertices within a given distance") {
  CHECK(read_and_selected(R"({"select":"plane","point":[0.4,7,-3],"normal":[-2,0,0]})") ==
        Numbers{8, 9, 10, 11});
  CHECK(read_and_selected(R"({"select":"plane","point":[0.3,0,0],"normal":[1,0,0],"distance":0.1})") ==
        Numbers{4, 5, 6, 7, 8, 9, 10, 11});
  // y = z is half of the vertices: (0, 0) and (0.2, 0.2) of each cross-section.
  CHECK(read_and_selected(R"({"select":"plane","point":[0,0,0],"normal":[0,1,-1]})") ==
        Numbers{0, 3, 4, 7, 8, 11, 12, 15, 16, 19});
}

TEST_CASE("A sphere selects what it contains, its surface included") {
  CHECK(read_and_selected(R"({"select":"sphere","center":[0.2,0,0],"radius":0.2})") ==
        Numbers{0, 4, 5, 6, 8});
  CHECK(read_and_selected(R"({"select":"sphere","center":[0.6,0.2,0.2],"radius":0})") == Numbers{15});
}

TEST_CASE("The nearest vertex is exactly one, at any distance") {
  CHECK(read_and_selected(R"({"select":"nearest","point":[0.61,0.05,0.3]})") == Numbers{13});
  CHECK(read_and_selected(R"({"select":"nearest","point":[100,100,100]})") == Numbers{19});
  // All eight corners of the cell are equally near.
  CHECK(read_and_selected(R"({"select":"nearest","point":[0.1,0.1,0.1]})").size() == 1);
}

TEST_CASE("Indices are sorted, and each counts once") {
  CHECK(selected(indices({7, 3, 3, 19})) == Numbers{3, 7, 19});
}

TEST_CASE("A selection without vertices, or of a vertex that does not exist, is an error") {
  const auto read = [](const std::string& selection) {
    return error_text(ExitCode::usage, [&] { read_and_selected(selection); });
  };
  CHECK_THAT(read(R"({"select":"plane","point":[0.3,0,0],"normal":[1,0,0]})"),
             Contains("/anchors/groups/0/vertices") && Contains("'plane' holds no vertex"));
  CHECK_THAT(read(R"({"select":"sphere","center":[0.1,0.1,0.1],"radius":0.17})"),
             Contains("'sphere' holds no vertex"));
  CHECK_THAT(read(R"({"select":"plane","point":[0,0,0],"normal":[0,0,0]})"),
             Contains("normal") && Contains("direction"));
  CHECK_THAT(error_text(ExitCode::usage,
                        [] {
                          selected(indices({0, 20}));
                        }),
             Contains("vertex 20") && Contains("there are 20"));
}

TEST_CASE("Anchors rotate right-handed about the axis, in degrees per second") {
  const Vector3<double> origin(0, 0.1, 0.1);
  const AnchorGroup about_x = rotating(origin, {1, 0, 0}, 90);
  CHECK(close(about_x.carried({0.3, 0.2, 0.1}, 0), {0.3, 0.2, 0.1}));
  CHECK(close(about_x.carried({0.3, 0.2, 0.1}, 1), {0.3, 0.1, 0.2}));
  CHECK(close(about_x.carried({0.3, 0.2, 0.1}, 2), {0.3, 0, 0.1}));
  const double half = 0.1 * std::numbers::sqrt2 / 2;
  CHECK(close(about_x.carried({0.3, 0.2, 0.1}, 0.5), {0.3, 0.1 + half, 0.1 + half}));
  CHECK(close(rotating(origin, {1, 0, 0}, -90).carried({0.3, 0.2, 0.1}, 1), {0.3, 0.1, 0}));
  CHECK(close(rotating({0, 0, 0}, {0, 1, 0}, 90).carried({0, 0, 1}, 1), {1, 0, 0}));
  CHECK(close(rotating({0, 0, 0}, {0, 0, 1}, 90).carried({1, 0, 0}, 1), {0, 1, 0}));
  CHECK(close(rotating({0, 0, 0}, {1, 1, 1}, 120).carried({1, 0, 0}, 1), {0, 1, 0}));
}

TEST_CASE("The axis is a direction: its length does not matter") {
  CHECK(close(rotating({0, 0, 0}, {7e5, 0, 0}, 90).carried({0, 1, 0}, 1), {0, 0, 1}));
}

TEST_CASE("A translation is added to the rotation and does not move its axis") {
  AnchorGroup group;
  group.translation = {1, -2, 3};
  CHECK(close(group.carried({0.5, 0.5, 0.5}, 2), {2.5, -3.5, 6.5}));
  group = rotating({0, 0.1, 0.1}, {1, 0, 0}, 90);
  group.translation = {1, -2, 3};
  CHECK(close(group.carried({0.3, 0.2, 0.1}, 2), {2.3, 0 - 4, 0.1 + 6}));
}

TEST_CASE("Anchors hold the vertices where they find them") {
  Positions<double> moved = mesh().rest_positions;
  moved.row(1).array() += 3;
  moved.col(17) << 9, 8, 7;
  Anchors anchors = small_scene({both_ends}).anchors;
  anchors.groups[1].translation = {0, 0, 2};
  const HeldVertices held(anchors, 50, mesh(), moved);
  const auto springs = [&](double seconds) {
    System system;
    held.hold(system, seconds);
    CHECK(system.held_vertices.empty());
    return system.potentials.at(0);
  };
  CHECK(springs(0)->element_count() == 8);
  CHECK(springs(0)->value(moved) == 0);
  // Four springs of 50 N/m, each 2 m/s · 0.5 s long.
  CHECK(springs(0.5)->value(moved) == Approx(4 * 50. / 2));
  Positions<double> gradient = Positions<double>::Zero(3, 20);
  springs(0.5)->add_gradient(moved, gradient);
  CHECK(close(gradient.col(17), {0, 0, -50}));
  CHECK(close(gradient.col(0), {0, 0, 0}));
}

TEST_CASE("Each vertex can have its own target, in the order of the indices") {
  const auto group = [](const std::string& members) {
    return R"(anchors={"stiffness":"hard","groups":[{"vertices":{"select":"indices","indices":[7, 3]},)" +
           members + "}]}";
  };
  const std::string two = R"("targets":[{"point":[1,2,3]},{"point":[4,5,6]}])";
  const Anchors anchors = small_scene({group(two + R"(,"translation":[0,0,1])")}).anchors;
  System system;
  HeldVertices(anchors, 1, mesh(), mesh().rest_positions).hold(system, 0.5);
  CHECK(system.held_vertices == Numbers{3, 7});
  CHECK(close(system.held_positions.col(0), {4, 5, 6.5}));
  CHECK(close(system.held_positions.col(1), {1, 2, 3.5}));

  const auto refusal = [&](const std::string& members) {
    return error_text(ExitCode::usage, [&] { small_scene({group(members)}); });
  };
  CHECK_THAT(refusal(R"("targets":[{"point":[1,2,3]}])"),
             Contains("/anchors/groups/0/targets") && Contains("1 targets") && Contains("indices"));
  CHECK_THAT(refusal(two + R"(,"target":{"point":[1,2,3]})"), Contains("either target or targets"));
  CHECK_THAT(
      error_text(
          ExitCode::usage,
          [&] { small_scene({R"(anchors={"groups":[{"vertices":{"select":"x_min"},)" + two + "}]}"}); }),
      Contains("selected by as many different indices"));
  // Two groups share a vertex, and one of them has targets: the vertex would be in two places.
  CHECK_THAT(
      error_text(ExitCode::usage,
                 [&] {
                   small_scene({R"(anchors={"stiffness":"hard","groups":[{"vertices":{"select":"x_min"}},
                               {"vertices":{"select":"indices","indices":[0]},
                                "targets":[{"point":[0,0,0]}]}]})"});
                 }),
      Contains("vertex 0 is in two groups"));
}

TEST_CASE("Without groups nothing is held") {
  System system;
  HeldVertices({}, 1, mesh(), mesh().rest_positions).hold(system, 0);
  CHECK(system.potentials.empty());
  CHECK(system.held_vertices.empty());
}

TEST_CASE("The anchors' stiffness is the material's unless a number is given, and follows --set") {
  const auto stiffness = [](std::vector<std::string> overrides) {
    overrides.push_back(both_ends);
    const Scene scene = small_scene(overrides);
    const World world = world_at_rest(scene);
    const VectorX<double> all = step_problem(scene, world, world.start, 1).potentials.at(1)->stiffnesses();
    CHECK(all.size() == 8);
    CHECK((all.array() == all[0]).all());
    return all[0];
  };
  CHECK(stiffness({}) == 1e6);
  CHECK(stiffness({"material.stiffness=3e7"}) == 3e7);
  CHECK(stiffness({R"(material={"model":"stable_neo_hookean","youngs_modulus":4e5})"}) == 4e5);
  CHECK(stiffness({"anchors.stiffness=12.5", "material.stiffness=3e7"}) == 12.5);
  CHECK(stiffness({"anchors.stiffness=12.5", "anchors.stiffness=material"}) == 1e6);
}

TEST_CASE("Anchors act until they are released") {
  const auto potentials = [](const std::vector<std::string>& overrides, int step) {
    std::vector<std::string> all = {both_ends};
    all.insert(all.end(), overrides.begin(), overrides.end());
    const Scene scene = small_scene(all);
    const World world = world_of(scene);
    return step_problem(scene, world, world.start, step).potentials.size();
  };
  CHECK(potentials({}, 1) == 2);
  CHECK(potentials({}, 1000) == 2);
  CHECK(potentials({"step.release=2"}, 2) == 2);
  CHECK(potentials({"step.release=2"}, 3) == 1);
  CHECK(potentials({"step.release=0"}, 1) == 1);
}

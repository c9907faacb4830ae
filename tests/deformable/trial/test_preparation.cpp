#include <fstream>

#include "base/atomic_file.h"
#include "base/temporary_folder.h"
#include "deformable/trial/preparation.h"
#include "tests/deformable/scene/small_scene.h"

using namespace simbench;
using namespace simbench::test;
using Catch::Contains;
namespace fs = std::filesystem;

namespace {

struct Prepared {
  Positions<double> positions;
  int computed = 0;  // number of computations
  std::vector<std::string> warnings;
};

Prepared prepare(const std::vector<std::string>& overrides, const fs::path& cache_folder = {}) {
  Prepared result;
  const Cache cache(cache_folder, [&](const std::string& text) { result.warnings.push_back(text); });
  const auto note = [&](const std::string&) { ++result.computed; };
  std::vector<std::string> all = {twist};
  all.insert(all.end(), overrides.begin(), overrides.end());
  result.positions = build_world(small_scene(all), {.cache = cache, .note = note}).start.positions;
  return result;
}

fs::path only_file(const fs::path& folder) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(folder)) files.push_back(entry.path());
  REQUIRE(files.size() == 1);
  return files.front();
}

}  // namespace

TEST_CASE("The prepared body is in equilibrium with its anchors") {
  const Scene scene = small_scene({twist});
  const Positions<double> positions = world_of(scene).start.positions;
  const std::shared_ptr<const TetMesh>& mesh = scene.mesh;

  // The anchors' forces, from the definition: k_s (a − q), the faces turned by ±30°.
  const double k = 1e9, angle = std::numbers::pi / 6;
  Positions<double> anchor_forces = Positions<double>::Zero(3, 20);
  for (const int vertex : {0, 1, 2, 3, 16, 17, 18, 19}) {
    const double turn = vertex < 4 ? angle : -angle;
    const Vector3<double> rest = mesh->rest_positions.col(vertex);
    const double y = rest.y() - 0.1, z = rest.z() - 0.1;
    const Vector3<double> target(rest.x(), 0.1 + std::cos(turn) * y - std::sin(turn) * z,
                                 0.1 + std::sin(turn) * y + std::cos(turn) * z);
    anchor_forces.col(vertex) = k * (target - positions.col(vertex));
  }
  const double scale = anchor_forces.norm();
  REQUIRE(scale > 1e5);  // the anchors exert a force
  Positions<double> internal = Positions<double>::Zero(3, 20);
  scene.preparation->material.material->potential(mesh)->add_gradient(positions, internal);
  CHECK((internal - anchor_forces).norm() < 1e-9 * scale);
}

TEST_CASE("Time steps lead to the same start state as a path of equilibria") {
  const Prepared statics = prepare({});
  const Prepared dynamics = prepare({"preparation.method=dynamic", "preparation.time_step=0.01"});
  CHECK((statics.positions - dynamics.positions).cwiseAbs().maxCoeff() < 1e-6);
  CHECK((statics.positions - dynamics.positions).norm() > 0);  // the two methods take different paths
}

TEST_CASE("The number of increments does not matter, nor does the unit of stiffness") {
  const Prepared few = prepare({"preparation.increments=2"});
  CHECK((few.positions - prepare({"preparation.increments=5"}).positions).norm() < 1e-10);
  CHECK((few.positions - prepare({"preparation.material.youngs_modulus=1e5"}).positions).norm() < 1e-10);
}

TEST_CASE("A start state is found in the cache, whatever the steps and solvers are") {
  const TemporaryFolder folder;
  const Prepared first = prepare({}, folder / "deep/cache");
  CHECK(first.computed == 1);
  const Prepared second = prepare({"step.time_step=0.5", "material.stiffness=3"}, folder / "deep/cache");
  CHECK(second.computed == 0);
  CHECK(second.positions == first.positions);
  CHECK(prepare({"preparation.duration=0.4"}, folder / "deep/cache").computed == 1);
  CHECK(prepare({"body.beam.cells=[3,1,1]"}, folder / "deep/cache").computed == 1);
  CHECK(first.warnings.empty());
}

TEST_CASE("A damaged start state is computed and stored again") {
  const TemporaryFolder folder;
  const Prepared first = prepare({}, folder.path());
  const fs::path file = only_file(folder.path());
  const std::string good = read_file(file);

  const auto damage = GENERATE(0, 1, 2, 3);
  std::string bad = good;
  if (damage == 0) bad[bad.size() - 3] ^= 1;
  if (damage == 1) bad.resize(bad.size() - 8);
  if (damage == 2) bad.clear();
  if (damage == 3) bad += "more";
  std::ofstream(file, std::ios::binary | std::ios::trunc) << bad;

  const Prepared again = prepare({}, folder.path());
  CHECK(again.computed == 1);
  REQUIRE(again.warnings.size() == 1);
  CHECK_THAT(again.warnings.front(), Contains(file.filename().string()) && Contains("damaged"));
  CHECK(again.positions == first.positions);
  CHECK(read_file(file) == good);
}

TEST_CASE("A preparation works without a cache that cannot be written") {
  const TemporaryFolder folder;
  std::ofstream(folder / "file") << "in the way";
  const Prepared first = prepare({}, folder / "file");
  CHECK(first.computed == 1);
  CHECK(first.warnings.size() == 1);
  CHECK(first.positions == prepare({}).positions);
  CHECK(read_file(folder / "file") == "in the way");
}

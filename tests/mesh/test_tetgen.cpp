#include <fmt/format.h>

#include <Eigen/Geometry>
#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <fstream>
#include <functional>
#include <limits>
#include <optional>

#include "base/atomic_file.h"
#include "base/child.h"
#include "base/number_text.h"
#include "base/temporary_folder.h"
#include "mesh/structured_beam.h"
#include "mesh/tetgen.h"
#include "tests/support/errors.h"
#include "tests/support/variable.h"

using namespace simbench;
using simbench::test::error_text;
using simbench::test::Variable;
namespace fs = std::filesystem;

namespace {

struct Box {
  Vector3<double> origin, size;
  bool inwards = false;
};

using Placement = std::function<Vector3<double>(const Vector3<double>&)>;

// An .off file with the surfaces of boxes; `place` moves each corner.
std::string boxes(
    const std::vector<Box>& list, const Placement& place = [](const Vector3<double>& x) { return x; }) {
  std::string text = fmt::format("OFF\n{} {} 0\n", 8 * list.size(), 12 * list.size()), faces;
  int vertices = 0;
  for (const Box& box : list) {
    for (int corner = 0; corner < 8; ++corner) {
      const Vector3<double> unit(corner & 1, corner >> 1 & 1, corner >> 2);
      for (const double x : place(box.origin + box.size.cwiseProduct(unit))) text += number_text(x) + " ";
      text += "\n";
    }
    for (const auto& [a, b, c, d] :
         {std::array{0, 2, 3, 1}, std::array{4, 5, 7, 6}, std::array{0, 1, 5, 4}, std::array{2, 6, 7, 3},
          std::array{0, 4, 6, 2}, std::array{1, 3, 7, 5}}) {
      for (std::array<int, 3> triangle : {std::array{a, b, c}, std::array{a, c, d}}) {
        if (box.inwards) std::swap(triangle[1], triangle[2]);
        faces += "3";
        for (const int corner : triangle) faces += " " + std::to_string(vertices + corner);
        faces += "\n";
      }
    }
    vertices += 8;
  }
  return text + faces;
}

const Box unit_box = {Vector3<double>::Zero(), Vector3<double>::Ones()};
const Cache no_cache({}, [](const std::string&) {});

// A folder with the surface and the program; temporary files go there, too.
struct Workplace {
  TemporaryFolder folder;
  Variable program, temporary;
  fs::path surface = folder / "box.off";

  explicit Workplace(const std::string& script = {}, const std::string& contents = boxes({unit_box}))
      : program("SIMBENCH_TETMESH",
                script.empty() ? SIMBENCH_BINARY_DIR "/simbench-tetmesh" : (folder / "fake").string()),
        temporary("TMPDIR", (folder / "tmp").string()) {
    fs::create_directory(folder / "tmp");
    std::ofstream(surface) << contents;
    if (script.empty()) return;
    std::ofstream(folder / "fake") << "#!/bin/sh\ncd " << folder.path().string() << "\necho started >> log\n"
                                   << script << "\n";
    fs::permissions(folder / "fake", fs::perms::owner_all);
  }

  MeshFile mesh(std::optional<double> max_volume = 0.1, const Cache& cache = no_cache) const {
    return tetrahedralise(surface, {max_volume, 1.4}, cache);
  }

  // Returns the message. Checks the exit code, and that no files are left behind.
  std::string refusal(ExitCode code, double max_volume = 0.1) const {
    const std::string message = error_text(code, [&] { mesh(max_volume); });
    INFO(message);
    CHECK(message.find("box.off") != std::string::npos);
    CHECK(fs::is_empty(folder / "tmp"));
    return message;
  }

  bool started() const { return fs::exists(folder / "log"); }
};

void check_refusal(const std::string& script, ExitCode code, const std::vector<std::string>& words) {
  const Workplace workplace(script);
  const std::string message = workplace.refusal(code);
  INFO(script << ": " << message);
  CHECK(workplace.started());
  for (const std::string& word : words) CHECK(message.find(word) != std::string::npos);
}

TetMesh small_beam(double length = 1) {
  return structured_beam({Vector3<double>::Zero(), {length, 1, 1}, {2, 1, 1}, CellSplit::five});
}

void check_refused_mesh(const std::string& contents, const std::string& word) {
  const Workplace workplace("cp mesh.msh \"$2\"");
  std::ofstream(workplace.folder / "mesh.msh") << contents;
  const std::string message = workplace.refusal(ExitCode::mesh);
  INFO(message);
  CHECK(message.find(word) != std::string::npos);
}

bool same_bits(const TetMesh& a, const TetMesh& b) {
  return a.rest_positions.cols() == b.rest_positions.cols() && a.tets.cols() == b.tets.cols() &&
         (a.rest_positions.array() == b.rest_positions.array()).all() &&
         (a.tets.array() == b.tets.array()).all();
}

// The test counts as skipped if simbench-tetmesh was not built.
bool have_tetgen() {
  const bool found = fs::exists(SIMBENCH_BINARY_DIR "/simbench-tetmesh");
  if (!found) WARN("skipped: simbench-tetmesh was not built, because TetGen is missing");
  return found;
}

}  // namespace

TEST_CASE("any failure of simbench-tetmesh gives a message") {
  check_refusal("echo Refining mesh...; kill -SEGV $$", ExitCode::mesh,
                {"killed by signal 11", "Segmentation fault", "Refining mesh..."});
  check_refusal("echo 'Assertion failed' >&2; kill -ABRT $$", ExitCode::mesh,
                {"signal 6", "Assertion failed"});
  check_refusal("kill -KILL $$", ExitCode::resources, {"signal 9", "memory"});
  check_refusal("exit 7", ExitCode::resources,
                {"8192 MiB", "larger max_volume", "SIMBENCH_TETMESH_MEGABYTES"});
  check_refusal("echo 'simbench-tetmesh: it is full' >&2; exit 4", ExitCode::output,
                {"exit code 4: it is full"});
  check_refusal("echo a; echo 'simbench-tetmesh: b' >&2; exit 3", ExitCode::mesh, {"exit code 3: b"});
  check_refusal("printf 'a\\033[31mb'; exit 77", ExitCode::mesh, {"exit code 77: a?[31mb"});
  check_refusal("head -c 3000000 /dev/zero | tr '\\0' x; exit 3", ExitCode::mesh, {"exit code 3: xxx"});
  check_refusal("exit 0", ExitCode::mesh, {"did not write a good mesh", "mesh.msh", "No such file"});
  check_refusal("echo garbage > \"$2\"", ExitCode::mesh, {"did not write a good mesh", "mesh.msh"});
  check_refusal("mkdir \"$2\"", ExitCode::mesh, {"did not write a good mesh", "folder"});
  check_refusal("mkfifo \"$2\"", ExitCode::mesh, {"did not write a good mesh", "regular"});
  const Variable limit("SIMBENCH_TETMESH_SECONDS", "1");
  check_refusal("echo Optimizing; while :; do :; done", ExitCode::resources,
                {"did not end within 1 s", "Optimizing", "SIMBENCH_TETMESH_SECONDS"});
}

TEST_CASE("a mesh that simbench-tetmesh writes is checked before it is used") {
  TetMesh mesh = small_beam(1.000003);
  check_refused_mesh(msh_text(mesh), "encloses 1 m^3");
  mesh = small_beam();
  std::swap(mesh.tets(0, 3), mesh.tets(1, 3));
  check_refused_mesh(msh_text(mesh), "did not write a good mesh");
  mesh.tets.row(0).swap(mesh.tets.row(1));
  std::swap(mesh.tets(0, 3), mesh.tets(1, 3));
  check_refused_mesh(msh_text(mesh), "negative volumes");
  mesh = small_beam();
  mesh.rest_positions.conservativeResize(3, mesh.vertex_count() + 1);
  mesh.rest_positions.rightCols(1).setZero();
  check_refused_mesh(msh_text(mesh), "left out");
  const std::string good = msh_text(small_beam());
  check_refused_mesh(good.substr(0, good.size() / 2), "mesh.msh");
}

TEST_CASE("simbench-tetmesh gets the settings, and its mesh is used bit for bit") {
  const Workplace workplace("echo \"$3 $4 $5 $6\" > asked; cat \"$1\" > read; cp mesh.msh \"$2\"");
  TetMesh mesh = small_beam();
  mesh.rest_positions.middleCols(4, 4).row(0).array() += 0.1 / 3;  // the vertices between the two cells
  std::ofstream(workplace.folder / "mesh.msh") << msh_text(mesh);
  const MeshFile found = workplace.mesh(0.3);
  CHECK(same_bits(found.mesh, mesh));
  CHECK(read_file(workplace.folder / "asked") == "--max-volume 0.3 --quality 1.4\n");
  CHECK(read_file(workplace.folder / "read") == boxes({unit_box}));
  CHECK(found.notes.empty());
}

TEST_CASE("without max_volume, tets are as large as a regular one with the mean edge of the surface") {
  // The unit box has 12 edges of length 1 with two triangles each, and 6 diagonals with two triangles each.
  const double mean = (24 + 12 * std::sqrt(2.0)) / 36, volume = std::pow(mean, 3) / (6 * std::sqrt(2.0));
  const Workplace workplace("echo \"$4\" > asked; cp mesh.msh \"$2\"");
  std::ofstream(workplace.folder / "mesh.msh") << msh_text(small_beam());
  workplace.mesh(std::nullopt);
  CHECK_THAT(std::stod(read_file(workplace.folder / "asked")), Catch::WithinRel(volume, 1e-12));
}

TEST_CASE("a cached mesh starts no process, but other settings, surfaces and programs have other meshes") {
  Workplace workplace("cp mesh.msh \"$2\"");
  std::ofstream(workplace.folder / "mesh.msh") << msh_text(small_beam());
  const Cache cache(workplace.folder / "cache", [](const std::string& warning) { FAIL(warning); });
  const auto starts = [&](double max_volume) {
    fs::remove(workplace.folder / "log");
    CHECK(same_bits(workplace.mesh(max_volume, cache).mesh, small_beam()));
    return workplace.started();
  };
  CHECK(starts(0.1));
  CHECK_FALSE(starts(0.1));
  CHECK(starts(0.2));
  std::ofstream(workplace.surface, std::ios::app) << "# changed\n";
  CHECK(starts(0.1));
  CHECK_FALSE(starts(0.1));
  std::ofstream(workplace.folder / "fake", std::ios::app) << "# another version\n";
  CHECK(starts(0.1));
  CHECK_FALSE(starts(0.1));
}

TEST_CASE("a surface that cannot be meshed is refused before any process starts") {
  const auto refusal = [](ExitCode code, const std::string& contents, double max_volume) {
    const Workplace workplace("exit 0", contents);
    const std::string message = workplace.refusal(code, max_volume);
    CHECK_FALSE(workplace.started());
    return message;
  };
  std::string open = boxes({unit_box});
  open.replace(open.find("12 0"), 2, "11");  // without the last triangle
  open.resize(open.rfind("\n3") + 1);
  refusal(ExitCode::mesh, open, 0.1);
  refusal(ExitCode::mesh, "garbage\n", 0.1);
  for (const double wrong : {0.0, -1.0, std::nan(""), std::numeric_limits<double>::infinity()}) {
    CHECK(refusal(ExitCode::usage, boxes({unit_box}), wrong).find("max_volume is") != std::string::npos);
  }
  const std::string message = refusal(ExitCode::usage, boxes({unit_box}), 1e-7);
  CHECK(message.find("at least 1e+07 tets") != std::string::npos);
  CHECK(message.find("try a max_volume of 1.33e-06") != std::string::npos);
}

TEST_CASE("limits that are not numbers are refused") {
  const Workplace workplace("exit 0");
  for (const char* wrong : {"0", "-1", "nan", "inf", "1 s", "1e10"}) {
    const Variable limit("SIMBENCH_TETMESH_MEGABYTES", wrong);
    CHECK_THROWS_WITH(workplace.mesh(),
                      Catch::Contains("$SIMBENCH_TETMESH_MEGABYTES is '" + std::string(wrong)));
  }
}

TEST_CASE("without simbench-tetmesh the message says what is missing") {
  const Workplace workplace("exit 0");
  const Variable none("SIMBENCH_TETMESH", "");
  const std::string message =
      workplace.refusal(ExitCode::mesh);  // there is no simbench-tetmesh beside the tests
  CHECK(message.find("apt-get install libtet1.5-dev") != std::string::npos);
}

TEST_CASE("TetGen fills a box exactly, with tets that are small enough, and twice in the same way") {
  if (!have_tetgen()) return;
  const Vector3<double> size(0.3, 0.2, 0.7);
  const Workplace workplace({}, boxes({{{1, -2, 3}, size}}));
  const MeshFile found = workplace.mesh(1e-3);
  const VectorX<double> volumes = tet_volumes(found.mesh, found.mesh.rest_positions);
  CHECK(volumes.sum() == Approx(size.prod()).epsilon(1e-12));
  CHECK(volumes.minCoeff() > 0);
  CHECK(volumes.maxCoeff() <= 1e-3);
  CHECK(found.mesh.tet_count() > 42);
  CHECK(same_bits(found.mesh, workplace.mesh(1e-3).mesh));
}

TEST_CASE("TetGen leaves cavities empty") {
  if (!have_tetgen()) return;
  const Box hole = {Vector3<double>::Constant(0.25), Vector3<double>::Constant(0.5), true};
  const Box other = {{2, 0, 0}, {1, 1, 1}}, other_hole = {{2.1, 0.2, 0.3}, {0.5, 0.5, 0.5}, true};
  const Workplace workplace({}, boxes({unit_box, hole, other, other_hole}));
  const TetMesh mesh = workplace.mesh().mesh;
  CHECK(tet_volumes(mesh, mesh.rest_positions).sum() == Approx(1.75).epsilon(1e-12));
}

TEST_CASE("surfaces that TetGen cannot fill end with a message") {
  if (!have_tetgen()) return;
  const Box shifted = {{0.5, 0.4, 0.3}, {1, 1, 1}}, within = {{0.2, 0.2, 0.2}, {0.5, 0.5, 0.5}};
  const Box inside_out = {{3, 0, 0}, {0.5, 0.5, 0.5}, true}, touching = {{1, 0.2, 0.2}, {0.5, 0.5, 0.5}};
  const auto message = [](const std::vector<Box>& list) {
    return Workplace({}, boxes(list)).refusal(ExitCode::mesh);
  };
  CHECK(message({unit_box, shifted}).find("intersects or touches itself") != std::string::npos);
  CHECK(message({unit_box, touching}).find("intersects or touches itself") != std::string::npos);
  CHECK(message({unit_box, within}).find("lie in one another") != std::string::npos);
  CHECK(message({unit_box, inside_out}).find("turned inside out") != std::string::npos);
}

TEST_CASE("nearly flat faces, which files with single precision have, are filled") {
  if (!have_tetgen()) return;
  const Matrix3<double> turn =
      Eigen::AngleAxisd(0.7, Vector3<double>(1, 2, 3).normalized()).toRotationMatrix();
  const std::string contents = boxes({unit_box}, [&](const Vector3<double>& corner) -> Vector3<double> {
    return (turn * corner).cast<float>().cast<double>();
  });
  const TetMesh mesh = Workplace({}, contents).mesh(0.01).mesh;
  const VectorX<double> volumes = tet_volumes(mesh, mesh.rest_positions);
  CHECK(volumes.sum() == Approx(1).epsilon(1e-6));
  CHECK(volumes.minCoeff() > 1e-4);  // a face split into two facets with slivers between them would give 2e-5
}

TEST_CASE("nasty surfaces end as a mesh or with a message") {
  if (!have_tetgen()) return;
  const Variable limit("SIMBENCH_TETMESH_SECONDS", "2");
  const auto cube = [](double origin, double size) {
    return boxes({{Vector3<double>::Constant(origin), Vector3<double>::Constant(size)}});
  };
  const auto tet = [](const std::string& height) {
    return "OFF\n4 4 0\n0 0 0\n1 0 0\n0 1 0\n0.3 0.3 " + height + "\n3 0 2 1\n3 0 1 3\n3 1 2 3\n3 2 0 3\n";
  };
  const auto twins = [](double gap) { return boxes({unit_box, {{1 + gap, 0, 0}, {1, 1, 1}}}); };
  const Box hole = {{0.25, 0.25, 0.25}, {0.5, 0.5, 0.5}, true}, island = {{0.4, 0.4, 0.4}, {0.2, 0.2, 0.2}};
  struct Nasty {
    std::string contents;
    double max_volume;
  };
  for (const Nasty& nasty : {
           Nasty{cube(0, 1e-120), 1e-300},
           Nasty{cube(0, 1e-40), 1e-122},
           Nasty{cube(0, 1e50), 1e148},
           Nasty{cube(0, 1e100), 1e298},
           Nasty{cube(0, 1e200), 1e300},
           Nasty{cube(1e12, 1), 0.01},
           Nasty{cube(1e15, 1), 0.01},
           Nasty{tet("1e-3"), 1e-3},
           Nasty{tet("1e-6"), 1e-3},
           Nasty{tet("1e-9"), 1e-3},
           Nasty{tet("1e-14"), 1e-3},
           Nasty{boxes({{{0, 0, 0}, {1, 1, 1e-4}}}), 1e-3},
           Nasty{boxes({{{0, 0, 0}, {1, 1, 1e-9}}}), 1e-3},
           Nasty{twins(1e-3), 0.1},
           Nasty{twins(1e-10), 0.1},
           Nasty{twins(0), 0.1},
           Nasty{boxes({unit_box, unit_box}), 0.1},
           Nasty{boxes({unit_box, {{1, 1, 1}, {1, 1, 1}}}), 0.1},
           Nasty{boxes({unit_box, hole, island}), 0.1},
       }) {
    const Workplace workplace({}, nasty.contents);
    try {
      const TetMesh mesh = workplace.mesh(nasty.max_volume).mesh;
      CHECK(tet_volumes(mesh, mesh.rest_positions).minCoeff() > 0);
    } catch (const Error& error) {
      CHECK((error.code() == ExitCode::mesh || error.code() == ExitCode::resources));
      CHECK_THAT(error.what(), Catch::Contains("box.off"));
    }
  }
}

TEST_CASE("limits hold for TetGen") {
  if (!have_tetgen()) return;
  const Workplace workplace;
  {
    const Variable limit("SIMBENCH_TETMESH_SECONDS", "1");
    CHECK(workplace.refusal(ExitCode::resources, 1e-6).find("within 1 s") != std::string::npos);
  }
  if (!child_memory_is_limited) return;
  const Variable limit("SIMBENCH_TETMESH_MEGABYTES", "64");
  CHECK(workplace.refusal(ExitCode::resources, 3e-6).find("more than 64 MiB") != std::string::npos);
}

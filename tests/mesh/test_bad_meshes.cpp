// Tests that bad files are refused: those of tests/bad_meshes, and good files with random errors.
#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <random>

#include "tests/mesh/mesh_files.h"

using namespace simbench;
using namespace simbench::test;

namespace {

const std::vector<std::string> good_files = {
    "box22.msh", "box22_binary.msh", "box41.msh", "box41_binary.msh", "box41_parametric.msh",
    "box.off",   "box.node",         "box.ele"};

void check_volumes(const MeshFile& file) {
  CHECK((tet_volumes(file.mesh, file.mesh.rest_positions).array() > 0).all());
}

// Returns whether `contents`, in the format of `name`, gives a mesh that passes all checks, and checks that
// its volumes are positive. Anything except an Error with ExitCode::mesh fails the test.
bool accepted(const std::string& name, const std::string& contents) {
  const std::string extension = std::filesystem::path(name).extension();
  return error_of([&] {
           if (is_surface(name)) {
             const TriangleSurface surface = parse_surface(contents, name);
             check_surface(surface, name);
             CHECK(enclosed_volume(surface) > 0);
           } else if (extension == ".node") {
             check_volumes(
                 checked_mesh(parse_tetgen_text(contents, read_file(mesh_file("box.ele")), name), name));
           } else if (extension == ".ele") {
             check_volumes(
                 checked_mesh(parse_tetgen_text(read_file(mesh_file("box.node")), contents, name), name));
           } else {
             check_volumes(checked_mesh(parse_msh(contents, name), name));
           }
         })
      .empty();
}

}  // namespace

TEST_CASE("Every bad mesh is refused with the exit code of meshes and the message in expected.json") {
  const std::filesystem::path folder = source_folder() / "tests/bad_meshes";
  std::map<std::string, std::vector<std::string>> expected =
      nlohmann::json::parse(read_file(folder / "expected.json"));
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    const std::string name = entry.path().filename();
    if (name == "expected.json" || (entry.path().extension() == ".ele" && expected.count(name) == 0))
      continue;
    CAPTURE(name);
    REQUIRE(expected.count(name) == 1);
    const std::string message = error_of([&] { read_and_check(entry.path()); });
    CAPTURE(message);
    CHECK(message.find(entry.path().stem()) != std::string::npos);
    for (const std::string& part : expected.at(name)) {
      CAPTURE(part);
      CHECK(message.find(part) != std::string::npos);
    }
    expected.erase(name);
  }
  CHECK(expected.empty());  // each entry has its file
}

TEST_CASE("A mesh file that ends early is refused") {
  const std::string name = GENERATE(from_range(good_files));
  const std::string contents = read_file(mesh_file(name));
  CAPTURE(name);
  int accepted_count = 0;
  for (std::size_t size = 0; size < contents.size(); ++size)
    accepted_count += accepted(name, contents.substr(0, size));
  // Only a line feed at the end or digits of the last number may be missing.
  CHECK(accepted_count <= 30);
}

TEST_CASE("A mesh file with random changes of bytes is refused or gives a mesh that passes all checks") {
  const std::string name = GENERATE(from_range(good_files));
  const std::string contents = read_file(mesh_file(name));
  REQUIRE(accepted(name, contents));
  std::mt19937 random(1);
  for (int i = 0; i < 1000; ++i) {
    std::string changed = contents;
    for (auto count = 1 + random() % 3; count > 0; --count) {
      const std::size_t place = random() % changed.size();
      switch (random() % 4) {
        case 0:
          changed[place] = static_cast<char>(random());
          break;
        case 1:
          changed[place] = static_cast<char>(changed[place] ^ (1 << random() % 8));
          break;
        case 2:
          changed.erase(place, 1 + random() % 8);
          break;
        default:
          changed.insert(place, changed.substr(random() % changed.size(), 1 + random() % 16));
          break;
      }
      if (changed.empty()) break;
    }
    accepted(name, changed);
  }
}

#include "mesh/tetgen.h"

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <cstring>

#include "base/atomic_file.h"
#include "base/child.h"
#include "base/number_text.h"
#include "base/own_program.h"
#include "base/sha256.h"
#include "base/temporary_folder.h"
#include "mesh/mesh_file.h"
#include "mesh/surface.h"

namespace simbench {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t largest_program = std::size_t{1} << 30;  // [bytes]

const char* environment(const char* name) {
  const char* value = std::getenv(name);
  return value && *value ? value : nullptr;
}

fs::path find_program(const std::string& name) {
  if (const char* chosen = environment("SIMBENCH_TETMESH")) return fs::absolute(chosen);
  const fs::path own = own_program(), beside = own.parent_path() / "simbench-tetmesh";
  if (!own.empty() && fs::exists(beside)) return beside;
  throw Error(
      ExitCode::mesh,
      fmt::format(
          "meshing {} needs the program simbench-tetmesh, which does not exist ('{}'): it was not built, "
          "because TetGen is missing (Debian: apt-get install libtet1.5-dev, then build again) or "
          "SIMBENCH_TETGEN is OFF; tet meshes from files (\"mesh\") work without it",
          name, beside.string()));
}

double limit_of(const char* variable, double otherwise) {
  const char* text = environment(variable);
  if (!text) return otherwise;
  const std::optional<double> value = parse_number(text);
  if (value && *value >= 1 && *value <= 1e9) return *value;
  throw Error(ExitCode::usage, fmt::format("${} is '{}'; expected a number from 1 to 1e9", variable, text));
}

void check_size(double max_volume, double volume, const std::string& name) {
  if (volume / max_volume > largest_tet_count) {
    throw Error(ExitCode::usage, fmt::format("meshing {}: its volume of {:.6g} m^3 would need at least "
                                             "{:.3g} tets of max_volume {:.6g}; at most "
                                             "{:.0f} tets are allowed: try a max_volume of {:.3g} or more",
                                             name, volume, volume / max_volume, max_volume, largest_tet_count,
                                             2 * volume / largest_tet_count));
  }
}

// The volume of a regular tet whose edges have the mean length of the edges of the triangles.
double regular_volume(const TriangleSurface& surface) {
  double edges = 0;
  for (const auto& triangle : surface.triangles.colwise()) {
    for (int k = 0; k < 3; ++k)
      edges += (surface.vertices.col(triangle[k]) - surface.vertices.col(triangle[(k + 1) % 3])).norm();
  }
  const double mean = edges / (3 * static_cast<double>(surface.triangles.cols()));
  return mean * mean * mean / (6 * std::sqrt(2.0));
}

// The last line of the output, shortened and printable.
std::string last_line(std::string_view output) {
  constexpr std::size_t longest = 400;
  constexpr std::string_view blanks = " \t\r\n";
  output = output.substr(0, output.find_last_not_of(blanks) + 1);
  const std::size_t line = output.find_last_of('\n');
  if (line != std::string_view::npos) output.remove_prefix(line + 1);
  constexpr std::string_view program = "simbench-tetmesh: ";
  if (output.starts_with(program)) output.remove_prefix(program.size());
  std::string text(output.substr(0, longest));
  std::replace_if(
      text.begin(), text.end(), [](unsigned char c) { return c < ' ' || c == 127; }, '?');
  return text.empty() ? "(it printed nothing)" : text;
}

double surface_area(const TriangleSurface& surface) {
  double area = 0;
  for (const auto& triangle : surface.triangles.colwise()) {
    const Vector3<double> origin = surface.vertices.col(triangle[0]);
    const Vector3<double> edge = surface.vertices.col(triangle[1]) - origin;
    area += edge.cross(surface.vertices.col(triangle[2]) - origin).norm() / 2;
  }
  return area;
}

[[noreturn]] void fail(ExitCode code, const std::string& name, const std::string& reason) {
  throw Error(code, fmt::format("meshing {} failed: {}", name, reason));
}

void check_result(const ChildResult& result, const ChildLimits& limits, const std::string& name) {
  const std::string words = last_line(result.output);
  if (result.timed_out) {
    fail(ExitCode::resources, name,
         fmt::format("simbench-tetmesh did not end within {:g} s; try a larger max_volume or quality, a "
                     "surface without slivers, "
                     "or more time ($SIMBENCH_TETMESH_SECONDS); its last output: {}",
                     limits.seconds, words));
  }
  if (result.exit_code == static_cast<int>(ExitCode::resources)) {
    fail(ExitCode::resources, name,
         fmt::format("simbench-tetmesh needs more than {} MiB of memory; try a larger max_volume or quality, "
                     "or more memory "
                     "($SIMBENCH_TETMESH_MEGABYTES); its last output: {}",
                     limits.megabytes, words));
  }
  if (result.signal == SIGKILL) {  // the kernel does this when memory runs out
    fail(
        ExitCode::resources, name,
        "simbench-tetmesh was killed by signal 9, perhaps because memory ran out; its last output: " + words);
  }
  if (result.signal != 0) {
    fail(ExitCode::mesh, name,
         fmt::format("simbench-tetmesh was killed by signal {} ({}); TetGen crashes on some surfaces with "
                     "slivers or near touches; its last output: {}",
                     result.signal, ::strsignal(result.signal), words));
  }
  if (result.exit_code != 0) {
    const bool output = result.exit_code == static_cast<int>(ExitCode::output);
    fail(output ? ExitCode::output : ExitCode::mesh, name,
         fmt::format("simbench-tetmesh ended with exit code {}: {}", result.exit_code, words));
  }
}

// TetGen takes neighbouring triangles for one facet if they lie in a plane up to 1.7e-6 rad, and divides the
// facet anew. If the facet is slightly bent, the surface of the mesh differs from the given one. For the
// faces of a cube the difference is at most 1.2e-7 of its extent.
void check_volume(const TetMesh& mesh, const TriangleSurface& surface, const std::string& name) {
  const double volume = enclosed_volume(surface), filled = tet_volumes(mesh, mesh.rest_positions).sum();
  const double extent =
      (surface.vertices.rowwise().maxCoeff() - surface.vertices.rowwise().minCoeff()).norm();
  if (std::abs(filled - volume) <= 1e-7 * extent * surface_area(surface)) return;
  fail(ExitCode::mesh, name,
       fmt::format("the mesh has a volume of {:.12g} m^3, but the surface encloses {:.12g} m^3: do parts of "
                   "the surface lie in "
                   "one another, or is one turned inside out?",
                   filled, volume));
}

TetMesh run_program(const fs::path& program, const std::string& contents, const TetGenSettings& settings,
                    const std::string& name) {
  const ChildLimits limits = {
      limit_of("SIMBENCH_TETMESH_SECONDS", 300),
      static_cast<std::size_t>(limit_of("SIMBENCH_TETMESH_MEGABYTES", 8192)),
  };
  const TemporaryFolder folder;
  // The program meshes a copy, so that it reads the contents that were checked and hashed, even if the file
  // changes.
  const fs::path surface = folder / "surface.off";
  const fs::path mesh = folder / "mesh.msh";
  write_file_atomically(surface, contents);
  const ChildResult result =
      run_child(program,
                {surface.string(), mesh.string(), "--max-volume", number_text(*settings.max_volume),
                 "--quality", number_text(settings.quality)},
                limits);
  check_result(result, limits, name);
  try {
    MeshFile file =
        checked_mesh(parse_msh(read_file(mesh, largest_mesh_file, ExitCode::mesh), "mesh.msh"), "mesh.msh");
    if (!file.notes.empty()) throw Error(ExitCode::mesh, "mesh.msh: " + file.notes.front());
    return file.mesh;
  } catch (const Error& error) {
    fail(ExitCode::mesh, name, fmt::format("simbench-tetmesh did not write a good mesh: {}", error.what()));
  }
}

// The mesh as numbers for the cache: the counts of vertices and tets, then positions and tets.
std::vector<double> numbers_of(const TetMesh& mesh) {
  std::vector<double> numbers = {static_cast<double>(mesh.vertex_count()),
                                 static_cast<double>(mesh.tet_count())};
  numbers.insert(numbers.end(), mesh.rest_positions.reshaped().begin(), mesh.rest_positions.reshaped().end());
  numbers.insert(numbers.end(), mesh.tets.reshaped().begin(), mesh.tets.reshaped().end());
  return numbers;
}

TetMesh mesh_of(const std::vector<double>& numbers) {
  const auto vertices = static_cast<Index>(numbers[0]), tets = static_cast<Index>(numbers[1]);
  const double* positions = numbers.data() + 2;
  return {Eigen::Map<const Positions<double>>(positions, 3, vertices),
          Eigen::Map<const Eigen::Matrix<double, 4, Eigen::Dynamic>>(positions + 3 * vertices, 4, tets)
              .cast<int>()};
}

}  // namespace

void TetGenSettings::check(const std::string& what) const {
  if (max_volume && (!std::isfinite(*max_volume) || *max_volume <= 0)) {
    throw Error(ExitCode::usage, fmt::format("{}: max_volume is {}; expected a volume greater than 0 [m^3]",
                                             what, *max_volume));
  }
  if (!std::isfinite(quality) || quality < 1) {
    throw Error(ExitCode::usage,
                fmt::format("{}: quality is {}; expected at least 1 (the largest ratio of a tet's "
                            "circumradius to its shortest edge; 1.4 is usual)",
                            what, quality));
  }
}

MeshFile tetrahedralise(const fs::path& surface_file, const TetGenSettings& given, const Cache& cache) {
  const std::string name = surface_file.string(), contents = surface_contents(surface_file);
  const TriangleSurface surface = parse_surface(contents, name);
  check_surface(surface, name);
  const double volume = enclosed_volume(surface);
  given.check("meshing " + name);
  const TetGenSettings settings{given.max_volume.value_or(regular_volume(surface)), given.quality};
  check_size(*settings.max_volume, volume, name);

  const fs::path program = find_program(name);
  const std::string hash = sha256(contents);
  const CacheKey key("mesh", fmt::format("simbench-tetmesh 2 {} {} {} {}", hash,
                                         number_text(*settings.max_volume), number_text(settings.quality),
                                         sha256(read_file(program, largest_program, ExitCode::mesh))));
  const std::vector<double> numbers = cache.read_or_compute(key, {}, [&] {
    const TetMesh mesh = run_program(program, contents, settings, name);
    check_volume(mesh, surface, name);
    return numbers_of(mesh);
  });
  return {mesh_of(numbers), surface.notes, hash};
}

}  // namespace simbench

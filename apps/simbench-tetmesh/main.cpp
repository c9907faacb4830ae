// simbench-tetmesh: fills a closed surface with tets by TetGen. simbench starts it with limits of time and
// memory; users may also start it themselves.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cmath>
#include <cstdio>
#include <new>
#include <sstream>

#include "base/atomic_file.h"
#include "base/print_message.h"
#include "base/print_out.h"
#include "mesh/mesh_file.h"
#include "simbench-tetmesh/fill.h"

namespace simbench {
namespace {

constexpr const char* explanation = R"(
simbench starts this program for a scene with "tetgen". It ends the program after $SIMBENCH_TETMESH_SECONDS
(300) of wall-clock time or beyond $SIMBENCH_TETMESH_MEGABYTES (8192) of memory. $SIMBENCH_TETMESH names a
program to use instead.

Surfaces: .off files; closed, oriented, not touching or intersecting themselves. A part inside of another one
that is oriented inwards is a cavity and stays empty.

Exit codes: 0 ok, 2 command line, 3 mesh, 4 output, 7 memory. TetGen may crash on invalid surfaces.
TetGen is licensed under the AGPL, and so is this program as a whole; simbench itself does not contain TetGen.
)";

int run_main(int argc, char** argv) {
  CLI::App app("Fills a closed surface with tetrahedra by TetGen.", "simbench-tetmesh");
  app.footer(explanation);
  app.set_version_flag("--version",
                       "simbench-tetmesh with TetGen " TETGEN_VERSION " (library " TETGEN_SHA256 ")");
  std::filesystem::path surface_file, mesh_file;
  TetGenSettings settings{};
  app.add_option("surface", surface_file, "surface file")->required();
  app.add_option("output", mesh_file, "mesh to be written, .msh")->required();
  app.add_option("--max-volume", settings.max_volume, "largest volume of a tet [m^3]")->required();
  app.add_option("--quality", settings.quality, "largest ratio of a tet's circumradius to its shortest edge")
      ->capture_default_str();
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    std::ostringstream asked, wrong;
    const bool good = app.exit(error, asked, wrong) == 0;
    print_text(asked.str());
    print_message(wrong.str());
    return good ? 0 : static_cast<int>(ExitCode::usage);
  }
  settings.check(surface_file.string());
  const TriangleSurface surface = read_surface(surface_file);
  check_surface(surface, surface_file.string());
  for (const std::string& note : surface.notes) print_out("{}: {}\n", surface_file.string(), note);
  const TetMesh mesh = fill(surface, settings);
  write_file_atomically(mesh_file, msh_text(mesh));
  return 0;
}

// Prints the message after TetGen's output, so that it is the last line in both streams together.
int failed(ExitCode code, const std::string& message) {
  std::fflush(stdout);
  print_message("simbench-tetmesh: " + message + "\n");
  return static_cast<int>(code);
}

}  // namespace
}  // namespace simbench

int main(int argc, char** argv) {
  using simbench::ExitCode;
  std::setvbuf(stdout, nullptr, _IOLBF, BUFSIZ);  // so that a crash does not lose TetGen's output
  try {
    return simbench::run_main(argc, argv);
  } catch (const simbench::Error& error) {
    return simbench::failed(error.code(), error.what());
  } catch (const std::bad_alloc&) {
    return simbench::failed(ExitCode::resources, "out of memory");
  }
}

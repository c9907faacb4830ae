// Scenes with overrides of the command line. The first file is JSON; the second has lines of path=value. An
// accepted scene must be the same after it has been written and read again.
#include "base/split.h"
#include "tests/fuzz/small_scene.h"

using namespace simbench;
using namespace simbench::fuzz;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::vector<std::string> files = files_of(data, size, 2);
  std::string written;
  const bool accepted = accepts([&] {
    config::Document document = config::Document::parse(files[0], "scene.json");
    for (const std::string_view line : lines_of(files[1])) {
      const std::size_t equals = std::min(line.find('='), line.size());
      document.set(line.substr(0, equals), line.substr(std::min(equals + 1, line.size())));
    }
    if (is_small(document)) written = resolved(read_scene_file(document)).dump();
  });
  if (accepted && !written.empty()) {
    const SceneFile again = read_scene_file(config::Document::parse(written, "again.json"));
    require(resolved(again).dump() == written);
  }
  return 0;
}

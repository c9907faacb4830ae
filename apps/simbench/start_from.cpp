#include "simbench/start_from.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

#include "base/atomic_file.h"
#include "base/error.h"
#include "base/number_text.h"
#include "config/member.h"
#include "harness/checkpoint.h"
#include "harness/experiment.h"
#include "results/stored_run.h"

namespace simbench {

namespace fs = std::filesystem;

namespace {

// The steps of the checkpoints in a folder, ascending.
std::vector<int> steps_in(const fs::path& run) {
  std::vector<int> steps;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(run, error)) {
    const std::string name = entry.path().filename().string();
    const std::size_t begin = name.find('_') + 1, end = name.find(".json");
    if (!name.starts_with("checkpoint_") || end == std::string::npos) continue;
    const std::optional<std::int64_t> step = parse_integer(name.substr(begin, end - begin));
    if (step) steps.push_back(static_cast<int>(*step));
  }
  std::ranges::sort(steps);
  return steps;
}

config::Document manifest_of(const fs::path& run) {
  const fs::path file = run / "manifest.json";
  return config::Document::parse(read_file(file), file.string());
}

}  // namespace

StartFrom StartFrom::parse(const std::string& text) {
  const std::size_t at = text.rfind('@');
  constexpr std::int64_t last = -1;
  const std::int64_t step =
      at == std::string::npos ? last : parse_integer(std::string_view(text).substr(at + 1)).value_or(last);
  const fs::path run = step == last ? text : text.substr(0, at);
  const auto refuse = [&](const std::string& why) {
    throw Error(ExitCode::usage, fmt::format("--start-from {}: {}", text, why));
  };
  std::error_code error;
  if (!fs::is_directory(run, error)) refuse(fmt::format("there is no folder {}", run.string()));
  const std::vector<int> steps = steps_in(run);
  if (steps.empty()) {
    if (fs::exists(run / "manifest.json", error))
      refuse("the run has no checkpoints; repeat it with --checkpoint-every 1");
    const std::vector<fs::path> runs = run_folders(run);
    refuse(runs.empty()
               ? "this is not the folder of a run; expected RUN or RUN@STEP, such as runs/beam_untwist/qn@5"
               : "this is a folder of runs; name one of them, such as " + runs.front().string());
  }
  const int chosen = step == last ? steps.back() : static_cast<int>(step);
  if (!std::ranges::binary_search(steps, chosen))
    refuse(fmt::format("there is no checkpoint of step {}; there are those of {}", step,
                       fmt::join(steps, ", ")));
  return {run, fs::absolute(run / checkpoint_file_name(chosen)).lexically_normal()};
}

config::Document StartFrom::scene() const {
  const fs::path manifest = run / "manifest.json";
  return config::Document::of(config::member(manifest_of(run), "scene", config::Kind::object),
                              manifest.string() + "#scene", scene_folder(manifest));
}

fs::path StartFrom::scene_file() const {
  return config::member(manifest_of(run), "scene_file", config::Kind::string).get<std::string>();
}

void StartFrom::apply(config::Document& scene) const {
  scene.set_value("state", {{"file", checkpoint.string()}}, "--start-from");
}

}  // namespace simbench

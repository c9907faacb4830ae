// Damaged files of a sweep are refused with a message, whatever they contain.
#include <fstream>

#include "base/build_info.h"
#include "base/temporary_folder.h"
#include "sweep/summary.h"
#include "sweep/sweep_folder.h"
#include "tests/deformable/scene/small_scene.h"

using namespace simbench;
using namespace simbench::test;
using Catch::Contains;

namespace {

// A list with more levels than a call stack can hold.
const std::string deep_list = std::string(100000, '[') + std::string(100000, ']');

void write(const std::filesystem::path& file, const std::string& text) {
  std::filesystem::create_directories(file.parent_path());
  std::ofstream(file) << text;
}

}  // namespace

TEST_CASE("A sweep's plan that is nested too deeply is refused") {
  const TemporaryFolder folder;
  write(folder / "plan.json",
        R"({"build": ")" + build_info().build_id + R"(", "scene": {}, "plan": )" + deep_list + "}");
  const std::string message = error_text(ExitCode::usage, [&] { SweepFolder(folder.path()).plan(); });
  CHECK_THAT(message, Contains("plan.json:1:") && Contains("nested deeper than 64 levels"));
}

TEST_CASE("A manifest that is nested too deeply is refused") {
  const TemporaryFolder folder;
  const std::filesystem::path file = folder / "manifest.json";
  for (const char* member : {"options", "scene"}) {
    std::string text = R"({"scene_file": "", "solver": "qn", "scene": {}, "options": {}})";
    const std::string before = "\"" + std::string(member) + "\": ";
    text.replace(text.find(before), before.size() + 2, before + deep_list);
    write(file, text);
    const std::string message =
        error_text(ExitCode::usage, [&] { Experiment::from_manifest(file).run_id(); });
    CHECK_THAT(message, Contains("manifest.json:1:") && Contains("nested deeper than 64 levels"));
  }
}

TEST_CASE("A run whose tables lack a column is damaged in the summary") {
  const TemporaryFolder temporary;
  const SweepFolder folder(temporary.path());
  const Plan plan =
      Plan::read(config::Document::parse(R"({"scene": "", "axes": [], "solvers": ["qn"]})", "plan.json"),
                 config::Document::parse(small_beam, "small.json"));
  SharedObjects shared;
  const std::vector<IndexedRun> runs = RunIndex::of(plan, shared).runs();
  const std::filesystem::path run = folder.run(runs.front().id);
  const std::string header = "iteration,relative_error,step\n", row = "0,1,1\n";
  const std::string times = "iteration,elapsed_seconds\n0,0\n";
  write(run / "manifest.json", R"({"status": "converged", "iterations": 0})");
  write(run / "environment.json", R"({"iteration_seconds": 0, "setup_seconds": 0})");
  write(run / "timings.csv", times);
  write(run / "iterations.csv", header + row);
  REQUIRE(write_summary(folder, plan, runs).empty());

  for (const auto& [file, text] :
       {std::pair("iterations.csv", "iteration,relative_error\n0,1\n"),
        std::pair("iterations.csv", "iteration,step\n0,1\n"), std::pair("timings.csv", "iteration\n0\n")}) {
    write(run / "iterations.csv", header + row);
    write(run / "timings.csv", times);
    write(run / file, text);
    CHECK(write_summary(folder, plan, runs) == std::vector<std::string>{runs.front().id});
  }
}

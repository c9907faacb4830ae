// Files of a run's folder: manifest.json, environment.json, iterations.csv, timings.csv, and iterations.csv
// of another run for comparison.
#include <fstream>

#include "base/temporary_folder.h"
#include "results/compare.h"
#include "results/result_folder.h"
#include "sweep/summary.h"
#include "tests/fuzz/small_scene.h"

using namespace simbench;
using namespace simbench::fuzz;

namespace {

// A sweep of one run, whose folder holds the input.
struct Sweep {
  Plan plan =
      Plan::read(config::Document::parse(R"({"scene": "", "axes": [], "solvers": ["qn"]})", "plan.json"),
                 config::Document::parse(R"({"body": {"beam": {"size": [1, 1, 1], "cells": [1, 1, 1]}},
                                  "material": {"model": "strain", "stiffness": 1e6},
                                  "step": {"time_step": 0.01}})",
                                         "scene.json"));
  SharedObjects shared;
  std::vector<IndexedRun> runs = RunIndex::of(plan, shared).runs();
  TemporaryFolder temporary;
  SweepFolder folder = SweepFolder(temporary.path());
  std::filesystem::path run = folder.run(runs.front().id);
  std::filesystem::path other = temporary / "other";

  Sweep() {
    std::filesystem::create_directories(run);
    std::filesystem::create_directories(other);
  }
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const Sweep sweep;
  const std::vector<std::string> files = files_of(data, size, 5);
  const auto written = [](const std::filesystem::path& file, const std::string& contents) {
    std::ofstream stream(file, std::ios::binary);
    stream << contents;
    stream.close();
    return stream.good();
  };
  // A full disk is no property of a reader.
  if (!written(sweep.run / "manifest.json", files[0]) || !written(sweep.run / "environment.json", files[1]) ||
      !written(sweep.run / "iterations.csv", files[2]) || !written(sweep.run / "timings.csv", files[3]) ||
      !written(sweep.other / "iterations.csv", files[4]))
    return 0;

  accepts([] {
    const std::filesystem::path manifest = sweep.run / "manifest.json";
    const config::Document document = config::Document::read(manifest);
    if (!document.root().is_object() || !document.root().contains("scene")) return;
    if (is_small(config::Document::of(document.root()["scene"], "scene")))
      Experiment::from_manifest(manifest).run_id();
  });
  accepts([] { ResultFolder::holds(sweep.run, sweep.runs.front().id); });
  accepts([] { require(compare(sweep.run, sweep.run).same()); });
  accepts([&] { require(compare(sweep.run, sweep.other).same() || files[2] != files[4]); });
  accepts([] { write_summary(sweep.folder, sweep.plan, sweep.runs); });
  return 0;
}

// What is read of a run's folder: manifest.json, environment.json, iterations.csv, timings.csv, and iterations.csv of another
// run that it is compared with.
#include <fstream>

#include "base/temporary_folder.h"
#include "experiment/compare.h"
#include "experiment/result_folder.h"
#include "sweep/summary.h"
#include "tests/fuzz/fuzzing.h"

using namespace simbench;
using namespace simbench::fuzz;

namespace {

// A sweep of one run, whose folder holds the input.
struct Sweep {
  SweepPlan plan =
      SweepPlan::read(config::Document::parse(R"({"scene": "", "axes": [], "solvers": ["qn"]})", "plan.json"),
                      config::Document::parse(R"({"body": {"beam": {"size": [1, 1, 1], "cells": [1, 1, 1]}},
                                  "material": {"model": "strain", "stiffness": 1e6}, "step": {"time_step": 0.01}})",
                                              "scene.json"));
  std::vector<SweepRun> runs = plan.runs();
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
  const auto write = [](const std::filesystem::path& file, const std::string& contents) {
    std::ofstream(file, std::ios::binary) << contents;
  };
  write(sweep.run / "manifest.json", files[0]);
  write(sweep.run / "environment.json", files[1]);
  write(sweep.run / "iterations.csv", files[2]);
  write(sweep.run / "timings.csv", files[3]);
  write(sweep.other / "iterations.csv", files[4]);

  accepts([] { RunConfiguration::from_manifest(sweep.run / "manifest.json").run_id(); });
  accepts([] { ResultFolder::holds(sweep.run, sweep.runs.front().id); });
  accepts([] { require(compare(sweep.run, sweep.run).same()); });
  accepts([&] { require(compare(sweep.run, sweep.other).same() || files[2] != files[4]); });
  accepts([] { write_summary(sweep.folder, sweep.plan, sweep.runs); });
  return 0;
}

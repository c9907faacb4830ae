// A process that does a few runs of many: the index of the runs, the arithmetic of the axes, parts of a
// summary.
#include <fmt/format.h>

#include <fstream>
#include <set>

#include "base/atomic_file.h"
#include "base/temporary_folder.h"
#include "sweep/combinations.h"
#include "sweep/selection.h"
#include "sweep/summary.h"
#include "sweep/sweep.h"
#include "tests/deformable/scene/small_scene.h"

using namespace simbench;
using namespace simbench::test;
using Catch::Contains;
namespace fs = std::filesystem;

namespace {

Plan plan_with(const std::string& members) {
  return Plan::read(config::Document::parse(R"({"scene": "small.json", )" + members + "}", "plan.json"),
                    config::Document::parse(small_beam, "small.json"));
}

std::string words_of(const Combinations& combinations, std::size_t number) {
  std::string text = combinations.solver(number);
  for (const auto& [path, value] : combinations.coordinates(number)) text += " " + value.dump();
  return text;
}

// The index of a plan with 1000 x 1000 values. Its runs are empty: their ids are numbers, and no scene is
// read.
std::string large_index() {
  std::string text = "run_id,combination,preparation,derived_from,time_unit,declined\n";
  for (int number = 0; number < 1000000; ++number) text += fmt::format("{:016x},{},,,,\n", number, number);
  return text;
}

Plan large_plan() {
  return plan_with(R"("axes": [
      {"path": "step.time_step", "range": {"from": 1e-4, "to": 1e-2, "count": 1000}},
      {"path": "material.stiffness", "range": {"from": 1e3, "to": 1e6, "count": 1000}}],
      "solvers": ["qn"])");
}

void put_text(const fs::path& file, const std::string& text) {
  fs::create_directories(file.parent_path());
  std::ofstream(file) << text;
}

}  // namespace

TEST_CASE("The numbers of combinations are those of nested loops over the axes and solvers") {
  const Plan plan = plan_with(R"("axes": [
      {"path": "solvers.admm.weight_factor", "values": [0.5, 1, 2]},
      {"path": "step.time_step", "values": [0.01, 0.02]},
      {"path": "solvers.qn.history", "values": [3, 5]}],
      "solvers": ["qn", "admm", "pbd"])");
  const Combinations combinations(plan);
  std::vector<std::string> expected;
  for (const char* weight : {"0.5", "1", "2"}) {
    for (const char* step : {"0.01", "0.02"}) {
      for (const char* history : {"3", "5"}) {
        const bool first_weight = weight == std::string("0.5"), first_history = history == std::string("3");
        if (first_weight) expected.push_back(fmt::format("qn null {} {}", step, history));
        if (first_history) expected.push_back(fmt::format("admm {} {} null", weight, step));
        if (first_weight && first_history) expected.push_back(fmt::format("pbd null {} null", step));
      }
    }
  }
  REQUIRE(combinations.size() == expected.size());
  CHECK(static_cast<double>(combinations.size()) == plan.combination_count());
  for (std::size_t number = 0; number < expected.size(); ++number)
    CHECK(words_of(combinations, number) == expected[number]);
}

TEST_CASE("A row of the index gives the run that the whole plan has, and a changed id is refused") {
  const Plan plan = plan_with(R"("axes": [
      {"path": "step.time_step", "values": [0.01, 0.02, 0.02]},
      {"path": "material.stiffness", "values": [1e5, 1e6]}],
      "exclude": [{"step.time_step": 0.01, "material.stiffness": 1e6}],
      "solvers": ["qn", "pbd"])");
  const TemporaryFolder folder;
  SharedObjects shared;
  const RunIndex index = RunIndex::of(plan, shared);
  put_text(folder / "index.csv", index.text());
  const RunIndex read = RunIndex::read(folder / "index.csv");
  const std::vector<SweepRun> all = plan.runs();
  REQUIRE(read.runs().size() == all.size());
  CHECK(all.size() == 6);  // the value that occurs twice counts once
  CHECK(read.hash() == index.hash());
  const Combinations combinations(plan);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const SweepRun run = plan.run(combinations, read.runs()[i], shared);
    CHECK(run.id == all[i].id);
    CHECK(run.coordinates == all[i].coordinates);
    CHECK(run.solver() == all[i].solver());
  }
  IndexedRun other = read.runs()[0];
  other.combination = read.runs()[1].combination;
  CHECK_THAT(error_text(ExitCode::usage, [&] { plan.run(combinations, other, shared); }),
             Contains(other.id) && Contains("--plan --replace-plan"));
  for (const std::string& text :
       {std::string(), std::string("run_id\n"), index.text() + "x", index.text() + "x\n"}) {
    put_text(folder / "index.csv", text);
    CHECK_THAT(error_text(ExitCode::output, [&] { RunIndex::read(folder / "index.csv"); }),
               Contains("index.csv: damaged"));
  }
}

TEST_CASE("A shard of a million runs is chosen without reading a scene") {
  const TemporaryFolder folder;
  put_text(folder / "index.csv", large_index());
  const RunIndex index = RunIndex::read(folder / "index.csv");
  const Plan plan = large_plan();
  // The scene of no run is read: the ids are not those of the plan, and reading one would be an error.
  Selection selection;
  selection.shard = "7/10000";
  const std::vector<IndexedRun> shard = selection.of(plan, index);
  REQUIRE(shard.size() == 100);
  for (std::size_t i = 0; i < shard.size(); ++i) CHECK(shard[i].combination == 7 + 10000 * i);

  put_text(folder / "ids", fmt::format("{:016x} qn step.time_step=1\n\n{:016x}\n", 999999, 5));
  selection = {};
  selection.only_file = folder / "ids";
  const std::vector<IndexedRun> named = selection.of(plan, index);
  REQUIRE(named.size() == 2);
  CHECK(named[0].combination == 5);
  CHECK(named[1].combination == 999999);
  CHECK(words_of(Combinations(plan), 999999) == "qn 0.01 1000000.0");

  put_text(folder / "ids", "ffffffffffffffff\n");
  CHECK_THAT(error_text(ExitCode::usage, [&] { selection.of(plan, index); }),
             Contains("ffffffffffffffff") && Contains("no such run"));
  put_text(folder / "ids", "\n");
  CHECK_THAT(error_text(ExitCode::usage, [&] { selection.of(plan, index); }), Contains("--list prints them"));
}

TEST_CASE("A summary takes the rows of a part and does not read their runs again") {
  const TemporaryFolder temporary;
  const SweepFolder folder(temporary.path());
  const Plan plan =
      plan_with(R"("axes": [{"path": "step.time_step", "values": [0.01, 0.02]}], "solvers": ["qn"])");
  SharedObjects shared;
  const RunIndex index = RunIndex::of(plan, shared);
  for (const IndexedRun& run : index.runs()) {
    put_text(folder.run(run.id) / "manifest.json", R"({"status": "converged", "iterations": 7})");
    put_text(folder.run(run.id) / "environment.json", R"({"iteration_seconds": 1.5, "setup_seconds": 2.5})");
    put_text(folder.run(run.id) / "iterations.csv", "iteration,relative_error,step\n0,0.5,1\n");
    put_text(folder.run(run.id) / "timings.csv", "iteration,elapsed_seconds\n0,0.25\n");
  }
  const auto texts = [&] {
    return std::pair(read_file(folder.path() / "summary.csv"),
                     read_file(folder.path() / "summary_timings.csv"));
  };
  REQUIRE(write_summary(folder, plan, index.runs()).empty());
  const auto expected = texts();
  REQUIRE(write_part(folder, "0-of-1", index.runs()).empty());
  CHECK(fs::exists(folder.path() / "parts/0-of-1.jsonl"));
  const fs::path table = folder.run(index.runs()[1].id) / "iterations.csv";
  const std::string rows = read_file(table);
  put_text(table, "nonsense");  // which a reader would find
  CHECK(write_summary(folder, plan, index.runs()).empty());
  CHECK(texts() == expected);
  CHECK_FALSE(fs::exists(folder.path() / "parts"));

  // A run that was done again since is read.
  put_text(table, rows);
  write_part(folder, "0-of-1", index.runs());
  put_text(table, "iteration,relative_error,step\n0,0.25,1\n");
  const fs::path manifest = folder.run(index.runs()[1].id) / "manifest.json";
  fs::last_write_time(manifest, fs::last_write_time(manifest) + std::chrono::seconds(1));
  CHECK(write_summary(folder, plan, index.runs()).empty());
  CHECK_THAT(texts().first, Contains("0.25"));
  CHECK(texts() != expected);
}

#include <fstream>
#include <set>

#include "base/number_text.h"
#include "base/sha256.h"
#include "base/temporary_folder.h"
#include "deformable/trial/metrics.h"
#include "results/result_folder.h"
#include "tests/deformable/scene/small_scene.h"

using namespace simbench;
using namespace simbench::test;
using Catch::Contains;
using Json = nlohmann::ordered_json;
namespace fs = std::filesystem;

namespace {

const std::vector<std::string> short_run = {twist, "step.iterations=4", "step.steps=2"};

Experiment experiment_of(const std::string& solver, const std::vector<std::string>& overrides = {}) {
  std::vector<std::string> all = short_run;
  all.insert(all.end(), overrides.begin(), overrides.end());
  return small_experiment(solver, all);
}

RunResult run_of(const std::string& solver, const std::vector<std::string>& overrides = {}) {
  return result_of(experiment_of(solver, overrides));
}

// Writes the folder of a run with this number of snapshots of the start state.
RunResult write(const fs::path& path, const std::string& solver = "qn", int snapshots = 0) {
  const RunResult result = run_of(solver);
  ResultFolder folder(path, experiment_of(solver));
  for (int i = 0; i < snapshots; ++i) folder.write_snapshot(1, i, {{"positions", ".vtu", "a snapshot"}});
  folder.complete(result, {3, "then", "now"});
  return result;
}

std::set<std::string> names(const fs::path& folder) {
  std::set<std::string> found;
  for (const auto& entry : fs::directory_iterator(folder)) found.insert(entry.path().filename());
  return found;
}

Json json_of(const fs::path& file) {
  return Json::parse(read_file(file));
}

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, separator);) parts.push_back(part);
  if (text.ends_with(separator) && separator == ',') parts.emplace_back();
  return parts;
}

void overwrite(const fs::path& file, const std::string& text) {
  std::ofstream(file, std::ios::binary | std::ios::trunc) << text;
}

}  // namespace

TEST_CASE("A run's folder has four files, and snapshots if there are any") {
  const TemporaryFolder folder;
  write(folder / "out/qn");
  CHECK(names(folder / "out/qn") ==
        std::set<std::string>{"iterations.csv", "timings.csv", "manifest.json", "environment.json"});
  CHECK(names(folder / "out") == std::set<std::string>{"qn"});
  write(folder / "out/qn", "qn", 2);
  CHECK(names(folder / "out/qn") ==
        std::set<std::string>{"iterations.csv", "timings.csv", "manifest.json", "environment.json",
                              "positions.pvd", "positions_0001_000000.vtu", "positions_0001_000001.vtu"});
}

TEST_CASE("A folder that is not completed leaves nothing, and an earlier folder stays") {
  const TemporaryFolder folder;
  {
    ResultFolder results(folder / "out/qn", experiment_of("qn"));
    results.write_snapshot(1, 0, {{"positions", ".vtu", "a snapshot"}});
    CHECK_FALSE(fs::exists(folder / "out/qn"));
  }
  CHECK(names(folder / "out").empty());
  write(folder / "out/qn");
  const std::string before = read_file(folder / "out/qn/manifest.json");
  { const ResultFolder results(folder / "out/qn", experiment_of("qn")); }
  CHECK(read_file(folder / "out/qn/manifest.json") == before);
  CHECK(names(folder / "out") == std::set<std::string>{"qn"});
}

TEST_CASE("The tables hold every record with all its bits, and an empty cell for an absent value") {
  const TemporaryFolder folder;
  const RunResult result = write(folder / "qn");
  const std::vector<std::string> lines = split(read_file(folder / "qn/iterations.csv"), '\n');
  const std::vector<std::string> header = split(lines.at(0), ',');
  CHECK(std::vector(header.begin(), header.begin() + 11) ==
        std::vector<std::string>{"iteration", "objective", "inertial", "constraint", "relative_error",
                                 "gradient_norm", "linear_momentum", "angular_momentum", "min_det_f",
                                 "inverted_tets", "step"});
  CHECK(header.size() == metrics().size() + 2);
  REQUIRE(lines.size() == result.records.size() + 1);
  for (std::size_t row = 0; row < result.records.size(); ++row) {
    const Record& record = result.records[row];
    const std::vector<std::string> cells = split(lines[row + 1], ',');
    REQUIRE(cells.size() == header.size());
    for (std::size_t i = 0; i < header.size(); ++i) {
      INFO(header[i] << " of row " << row);
      if (header[i] == "iteration") {
        CHECK(cells[i] == std::to_string(record.iteration));
      } else if (header[i] == "step") {
        CHECK(cells[i] == std::to_string(record.step));
      } else {
        const std::optional<double> value = record.values[metric_columns().index(header[i])];
        CHECK(cells[i].empty() == !value.has_value());
        CHECK(parse_number(cells[i]) == value);
      }
    }
  }
  const std::vector<std::string> timings = split(read_file(folder / "qn/timings.csv"), '\n');
  CHECK(timings.at(0) == "iteration,iteration_seconds,elapsed_seconds,step");
  REQUIRE(timings.size() == lines.size());
  for (std::size_t row = 0; row < result.records.size(); ++row) {
    const std::vector<std::string> cells = split(timings[row + 1], ',');
    CHECK(cells.at(0) == std::to_string(result.records[row].iteration));
    CHECK(parse_number(cells.at(1)) == result.records[row].iteration_seconds);
    CHECK(parse_number(cells.at(2)) == result.records[row].elapsed_seconds);
    CHECK(cells.at(3) == std::to_string(result.records[row].step));
  }
}

TEST_CASE("The manifest has the experiment and the files' hashes, the environment has time and place") {
  const TemporaryFolder folder;
  const RunResult result = write(folder / "qn", "qn", 1);
  const Json manifest = json_of(folder / "qn/manifest.json");
  CHECK(manifest["solver"] == "qn");
  CHECK(manifest["status"] == std::string(to_string(result.status)));
  CHECK(manifest["iterations"] == result.iterations);
  CHECK(manifest["vertices"] == 20);
  CHECK(manifest["tets"] == 20);
  CHECK(manifest["scene"] == experiment_of("qn").scene_json());
  CHECK(manifest["run_id"] == experiment_of("qn").run_id());
  CHECK(manifest["reference_minimum"].size() == 2);
  CHECK(manifest["reference_minimum"][0] == result.references[0].value().minimum);
  std::set<std::string> hashed;
  for (const auto& [name, hash] : manifest["files_sha256"].items()) {
    hashed.insert(name);
    CHECK(sha256(read_file(folder / "qn" / name)) == hash);
  }
  CHECK(hashed == std::set<std::string>{"iterations.csv", "positions.pvd", "positions_0001_000000.vtu"});
  const Json environment = json_of(folder / "qn/environment.json");
  CHECK(environment["threads"] == 3);
  CHECK(environment["started"] == "then");
  CHECK(environment["finished"] == "now");
  CHECK(environment["setup_seconds"] == result.setup_seconds);
}

TEST_CASE("The manifest has the same bytes in every repetition of a run") {
  const TemporaryFolder folder;
  write(folder / "a/qn");
  write(folder / "b/qn");
  for (const char* name : {"manifest.json", "iterations.csv"}) {
    CHECK(read_file(folder / "a/qn" / name) == read_file(folder / "b/qn" / name));
  }
}

TEST_CASE("An experiment that is read from its manifest is the same") {
  const TemporaryFolder folder;
  Experiment experiment = experiment_of("admm", {"solvers.admm.weight=4"});
  const bool changed = GENERATE(false, true);
  if (changed) {
    experiment.options.record_every = 7;
    experiment.options.snapshot_every = -1;
    experiment.options.precision = Precision::single_precision;
    experiment.options.reference = ReferenceKind::number;
    experiment.options.reference_number = 0.1;
    experiment.options.until_relative_error = 1e-7;
    experiment.options.max_seconds = 12.5;
  }
  ResultFolder(folder / "admm", experiment).complete(run_of("admm"), {});
  const Experiment again = Experiment::from_manifest(folder / "admm/manifest.json");
  CHECK(again.json().dump() == experiment.json().dump());
  CHECK(again.run_id() == experiment.run_id());
  CHECK(again.scene_file == "small.json");
}

TEST_CASE("The manifest names the elimination order of solvers that factorise") {
  const TemporaryFolder folder;
  const auto order = [&](const std::string& solver, const std::vector<std::string>& overrides = {}) {
    ResultFolder(folder / "run", experiment_of(solver, overrides), Replace::any_run)
        .complete(run_of(solver, overrides), {});
    return json_of(folder / "run/manifest.json").value("elimination_order", "none");
  };
  for (const char* solver : {"pd", "admm", "qn", "newton"}) CHECK(order(solver) == "minimum degree (AMD)");
  for (const char* solver : {"pbd", "xpbd", "vbd"}) CHECK(order(solver) == "none");
  CHECK(order("pd", {"solvers.pd.linear_solver=simplicial"}) == "minimum degree (AMD)");
  CHECK(order("qn", {"solvers.qn.initial_matrix=scaled_identity"}) == "none");
}

TEST_CASE("The error for a file that is not a manifest names the file") {
  const TemporaryFolder folder;
  for (const char* text : {"", "{}", "[1]", "iteration,objective\n", R"({"solver": 3})"}) {
    overwrite(folder / "m.json", text);
    CHECK_THAT(error_text(ExitCode::usage, [&] { Experiment::from_manifest(folder / "m.json"); }),
               Contains("m.json"));
  }
  CHECK_THAT(error_text(ExitCode::usage, [&] { Experiment::from_manifest(folder / "none.json"); }),
             Contains("none.json"));
}

TEST_CASE("The id of a run depends on everything that its numbers depend on, and on nothing else") {
  const std::string id = experiment_of("qn").run_id();
  CHECK(id.size() == 16);
  CHECK(experiment_of("qn", {"solvers.admm.weight=4", "solvers.xpbd.form=combined"}).run_id() == id);
  Experiment elsewhere = experiment_of("qn");
  elsewhere.scene_file = "copy.json";
  CHECK(elsewhere.run_id() == id);

  std::set<std::string> ids = {id, experiment_of("pd").run_id()};
  for (const char* change : {"solvers.qn.history=4", "material.stiffness=2e6", "step.iterations=5",
                             "step.steps=1", "preparation.increments=4", "gravity=[0,0,1]"}) {
    ids.insert(experiment_of("qn", {change}).run_id());
  }
  CHECK(ids.size() == 8);
  Experiment options = experiment_of("qn");
  options.options.record_every = 2;
  ids.insert(options.run_id());
  options.options.precision = Precision::single_precision;
  ids.insert(options.run_id());
  options.options.reference = ReferenceKind::none;
  ids.insert(options.run_id());
  CHECK(ids.size() == 11);
}

TEST_CASE("A folder holds a run if all its files are there and undamaged") {
  const TemporaryFolder folder;
  const fs::path run = folder / "qn";
  const std::string id = experiment_of("qn").run_id();
  CHECK_FALSE(ResultFolder::holds(run, id));
  write(run);
  CHECK(ResultFolder::holds(run, id));
  CHECK_FALSE(ResultFolder::holds(run, "0123456789abcdef"));
  const std::string table = read_file(run / "iterations.csv"), manifest = read_file(run / "manifest.json");

  const char other_digit = table[table.size() - 2] == '9' ? '8' : '9';
  overwrite(run / "iterations.csv", table.substr(0, table.size() - 2) + other_digit + "\n");
  CHECK_FALSE(ResultFolder::holds(run, id));
  overwrite(run / "iterations.csv", table);
  CHECK(ResultFolder::holds(run, id));
  overwrite(run / "manifest.json", manifest.substr(0, manifest.size() / 2));
  CHECK_FALSE(ResultFolder::holds(run, id));
  overwrite(run / "manifest.json", "[]");
  CHECK_FALSE(ResultFolder::holds(run, id));
  Json json = Json::parse(manifest);
  json.erase("files_sha256");
  overwrite(run / "manifest.json", json.dump());
  CHECK_FALSE(ResultFolder::holds(run, id));
  overwrite(folder / "outside", "");  // a manifest must not name a file outside of its folder
  json = Json::parse(manifest);
  json["files_sha256"]["../outside"] = sha256("");
  overwrite(run / "manifest.json", json.dump());
  CHECK_FALSE(ResultFolder::holds(run, id));
  for (const char* status : {"interrupted", "timeout"}) {
    json = Json::parse(manifest);
    json["status"] = status;
    overwrite(run / "manifest.json", json.dump());
    CHECK_FALSE(ResultFolder::holds(run, id));
  }
  overwrite(run / "manifest.json", manifest);
  for (const char* name : {"timings.csv", "environment.json", "iterations.csv"}) {
    INFO(name);
    fs::rename(run / name, folder / "aside");
    CHECK_FALSE(ResultFolder::holds(run, id));
    fs::rename(folder / "aside", run / name);
  }
  CHECK(ResultFolder::holds(run, id));
}

TEST_CASE("A file in the place of the folder is an error before any computation") {
  const TemporaryFolder folder;
  overwrite(folder / "qn", "a file");
  CHECK_THAT(error_text(ExitCode::output, [&] { ResultFolder results(folder / "qn", experiment_of("qn")); }),
             Contains("qn"));
  CHECK_THAT(
      error_text(ExitCode::output, [&] { ResultFolder results(folder / "qn/pd", experiment_of("pd")); }),
      Contains("qn"));
  CHECK(read_file(folder / "qn") == "a file");
}

// --- The folder around the run, which a sweep shares with all other runs

namespace {

// A hidden folder as a process with this id leaves it beside "qn".
fs::path leave_partial(const fs::path& folder, int process) {
  const std::string text = fmt::format(".qn.partial-{}", process);
  const fs::path partial = folder / (text + "-" + sha256("simbench " + text).substr(0, 12));
  fs::create_directories(partial);
  return partial;
}

}  // namespace

TEST_CASE("A run of a sweep looks for leftovers only beside a lock that a killed process left") {
  const TemporaryFolder folder;
  const fs::path partial = leave_partial(folder.path(), 1);
  const auto stage = [&](Sync sync) {
    const ResultFolder results(folder / "qn", experiment_of("qn"), Replace::same_run, sync);
  };
  stage(Sync::later);
  CHECK(fs::exists(partial));  // so the folder was not listed
  overwrite(ResultFolder::lock_file(folder / "qn"), "process 1 on host\n");
  stage(Sync::later);
  CHECK_FALSE(fs::exists(partial));
  leave_partial(folder.path(), 1);
  stage(Sync::at_once);  // a single command always looks
  CHECK(names(folder.path()).empty());
}

TEST_CASE("A lock moves from a completed run to the next one, but not over another lock") {
  const TemporaryFolder folder;
  std::optional<FileLock> lock = FileLock::try_lock(folder / ".a.lock");
  REQUIRE(lock);
  CHECK(lock->move_to(folder / ".b.lock"));
  CHECK(names(folder.path()) == std::set<std::string>{".b.lock"});
  CHECK(FileLock::is_held(folder / ".b.lock"));
  CHECK_FALSE(FileLock::try_lock(folder / ".b.lock"));
  overwrite(folder / ".c.lock", "process 1 on host\n");
  CHECK_FALSE(lock->move_to(folder / ".c.lock"));
  CHECK(FileLock::is_held(folder / ".b.lock"));
  CHECK(FileLock::try_lock(folder / ".c.lock")->was_left_behind());
  lock.reset();
  CHECK(names(folder.path()).empty());
}

#include "results/result_folder.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <ctime>
#include <fstream>
#include <thread>

#include "base/build_info.h"
#include "base/error.h"
#include "base/units.h"
#include "results/manifest_text.h"
#include "results/table.h"

namespace simbench {

namespace fs = std::filesystem;
using nlohmann::ordered_json;

namespace {

// Read once: with many processors the file takes milliseconds.
const std::string& cpu_name() {
  static const std::string name = []() -> std::string {
    std::ifstream file("/proc/cpuinfo");
    for (std::string line; std::getline(file, line);) {
      if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
    }
    return "unknown";
  }();
  return name;
}

ordered_json build_json() {
  const BuildInfo& build = build_info();
  return {{"id", build.build_id},           {"version", build.version},    {"git_commit", build.git_commit},
          {"git_dirty", build.git_dirty},   {"compiler", build.compiler},  {"flags", build.flags},
          {"build_type", build.build_type}, {"libraries", build.libraries}};
}

FileLock lock_beside(const fs::path& folder, std::optional<FileLock> spare) {
  const fs::path file = ResultFolder::lock_file(folder);
  if (spare && spare->move_to(file)) return std::move(*spare);
  std::optional<FileLock> lock = FileLock::try_lock(file);
  if (lock) return std::move(*lock);
  throw Error(ExitCode::locked,
              fmt::format("{}: {} is writing this run", folder.string(), FileLock::holder(file)));
}

}  // namespace

std::string utc_now() {
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)));
}

ResultFolder::ResultFolder(const fs::path& final_path, const Experiment& experiment, Replace replace,
                           Sync sync, std::optional<FileLock> spare)
    : final_path_(final_path),
      experiment_(experiment),
      replace_(replace),
      lock_(lock_beside(final_path, std::move(spare))),
      // A killed process leaves its lock beside its leftovers. Without this rule each run of a sweep would
      // list the folder of all runs.
      staged_(final_path, sync,
              sync == Sync::at_once || lock_.was_left_behind() ? Leftovers::remove : Leftovers::none) {
  if (const auto reason = objection(final_path_, experiment_, replace_))
    throw Error(ExitCode::output, *reason);
}

void ResultFolder::write_file(const std::string& name, const std::string& contents) {
  staged_.write(name, contents);
  hashes_[name] = sha256(contents);
}

void ResultFolder::write_snapshot(int step, int iteration, const std::vector<SnapshotFile>& files) {
  for (const SnapshotFile& file : files) {
    const std::string name = fmt::format("{}_{:04}_{:06}{}", file.stem, step, iteration, file.extension);
    write_file(name, file.contents);
    if (file.extension == ".vtu") pictures_.push_back({step, iteration, name});
  }
}

void ResultFolder::append_rows(const std::vector<TableRows>& tables) {
  for (const TableRows& table : tables) {
    const bool is_new = !growing_.contains(table.file);
    const std::string text = (is_new ? table.header : "") + table.rows;
    staged_.append(table.file, text);
    growing_[table.file].update(text);
  }
}

void ResultFolder::write_checkpoint(int step, const std::string& text) {
  write_file(checkpoint_file_name(step), text);
}

// The iterates of a step are spread evenly over its time, so that every picture has a different time. The
// last picture is at the end of the step.
std::vector<SeriesFile> ResultFolder::series() const {
  std::map<int, int> last_of;  // iteration, by step
  for (const Picture& picture : pictures_) last_of[picture.step] = picture.iteration;
  std::vector<SeriesFile> files;
  for (const Picture& picture : pictures_) {
    const double share = (picture.iteration + 1.0) / (last_of[picture.step] + 1.0);
    files.push_back({(picture.step - 1 + share) * experiment_.scene->length().time_step, picture.file});
  }
  return files;
}

std::optional<std::string> RunEnvironment::noise() const {
  return simbench::noise(before, after, std::thread::hardware_concurrency(), repeats);
}

void ResultFolder::write_environment(const RunEnvironment& environment, const RunResult* result) {
  ordered_json where = {{"host", host_name()},
                        {"cpu", cpu_name()},
                        {"instruction_set", build_info().instruction_set},
                        {"hardware_threads", std::thread::hardware_concurrency()},
                        {"threads", environment.threads},
                        {"started", environment.started},
                        {"finished", environment.finished},
                        {"scene_folder", experiment_.scene->folder().string()},
                        {"libraries", build_info().serving_libraries},
                        {"setup_seconds", nullptr},
                        {"iteration_seconds", nullptr},
                        {"repeats", nullptr},
                        {"load", nullptr},
                        {"clock_mhz", nullptr},
                        {"governor", nullptr},
                        {"noise", nullptr}};
  if (result) {
    const auto known = [](const auto& value) { return value ? ordered_json(*value) : ordered_json(nullptr); };
    where["load"] = {known(environment.before.load), known(environment.after.load)};
    where["clock_mhz"] = {known(environment.before.clock), known(environment.after.clock)};
    where["governor"] = known(environment.after.governor);
    where["noise"] = known(environment.noise());
    where["setup_seconds"] = result->setup_seconds;
    where["iteration_seconds"] = result->iteration_seconds;
    where["repeats"] =
        environment.repeats.empty() ? std::vector{result->iteration_seconds} : environment.repeats;
  }
  staged_.write("environment.json", where.dump(2) + "\n");
}

void ResultFolder::commit(ordered_json manifest, const fs::path& place) {
  manifest["files_sha256"] = hashes_;
  staged_.write("manifest.json", manifest_text(std::move(manifest)));
  if (place == final_path_) {
    staged_.commit();
  } else {
    staged_.commit_to(place);
  }
}

// Why a run with this status may not move to its place; empty if it may.
std::optional<std::string> ResultFolder::objection_to(Status status) const {
  if (is_success(status)) return objection(final_path_, experiment_, replace_);
  if (holds_success(final_path_)) return "a successful run is there";
  return objection(final_path_, experiment_, std::min(replace_, Replace::damaged_run));
}

fs::path ResultFolder::complete(const RunResult& result, const RunEnvironment& environment) {
  write_file("iterations.csv", iterations_csv(result));
  if (!pictures_.empty()) write_file("positions.pvd", pvd_text(series()));
  for (const auto& [name, hash] : growing_) hashes_[name] = hash.hex();
  staged_.write("timings.csv", timings_csv(result));
  write_environment(environment, &result);

  ordered_json minima = ordered_json::array(), gradient_norms = ordered_json::array();
  for (const std::optional<Reference>& reference : result.references) {
    minima.push_back(reference ? ordered_json(reference->minimum) : ordered_json(nullptr));
    const bool known = reference && reference->gradient_norm;
    gradient_norms.push_back(known ? ordered_json(*reference->gradient_norm) : ordered_json(nullptr));
  }
  const ordered_json run = experiment_.json();
  ordered_json manifest = {{"format", manifest_format},
                           {"run_id", experiment_.run_id()},
                           {"status", to_string(result.status)},
                           {"message", result.message},
                           {"iterations", result.iterations},
                           {"infinite_objectives", infinite_objectives(result)},
                           {"reference_minimum", minima},
                           {"reference_gradient_norm", gradient_norms},
                           {"precision", run["options"]["precision"]},
                           {"scene_file", experiment_.scene_file},
                           {"scene_sha256", sha256(run["scene"].dump())}};
  if (result.manifest_entries.is_object()) manifest.update(result.manifest_entries);
  manifest["build"] = build_json();
  manifest.update(run);
  fs::path place = final_path_;
  if (objection_to(result.status)) {
    place = final_path_.parent_path() / to_string(result.status) /
            fmt::format("{}-{}", final_path_.filename().string(), experiment_.run_id().substr(0, 8));
    if (const auto reason = objection(place, experiment_, Replace::same_run))
      throw Error(ExitCode::output, *reason);
  }
  commit(std::move(manifest), place);
  return place;
}

void ResultFolder::derive(const fs::path& source, double time_unit) {
  const std::string started = utc_now();
  ordered_json manifest = ordered_json::parse(read_file(source / "manifest.json"));
  for (const auto& [name, hash] : hashed_files(manifest)) {
    write_file(name,
               name == "iterations.csv"
                   ? csv_in_time_unit(Table::read(source / name), experiment_.scene->columns(), time_unit)
                   : vtk_text_in_time_unit(read_file(source / name, largest_result_file), time_unit));
  }
  staged_.write("timings.csv", csv_without_times(Table::read(source / "timings.csv")));
  write_environment({1, started, utc_now()}, nullptr);

  manifest["derived_from"] = manifest["run_id"];
  manifest["run_id"] = experiment_.run_id();
  manifest["scene"] = experiment_.scene_json();
  manifest["scene_sha256"] = sha256(manifest["scene"].dump());
  for (const auto& [key, unit] :
       {std::pair("reference_minimum", "J"), std::pair("reference_gradient_norm", "N")}) {
    for (ordered_json& value : manifest[key]) {
      if (value.is_number()) value = in_time_unit(value.get<double>(), unit, time_unit);
    }
  }
  if (const auto reason = objection(final_path_, experiment_, replace_))
    throw Error(ExitCode::output, *reason);
  commit(std::move(manifest), final_path_);
}

fs::path ResultFolder::lock_file(const fs::path& final_path) {
  return final_path.parent_path() / ("." + final_path.filename().string() + ".lock");
}

}  // namespace simbench

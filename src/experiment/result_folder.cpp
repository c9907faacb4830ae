#include "experiment/result_folder.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <fstream>
#include <thread>

#include "base/build_info.h"
#include "base/error.h"
#include "base/number_text.h"
#include "base/sha256.h"
#include "base/split.h"
#include "base/units.h"
#include "experiment/metrics.h"
#include "math/simplicial_cholesky.h"
#include "math/sparse_cholesky.h"

namespace simbench {

namespace fs = std::filesystem;
using nlohmann::ordered_json;

namespace {

constexpr int manifest_format = 1;
constexpr std::size_t largest_file = std::size_t{1} << 40;

// The contract's columns come first, the step after them, then the rest.
constexpr std::string_view step_follows = "inverted_tets";

// A cell: a finite number, or nothing where there is none.
void append_cell(std::string& text, const std::optional<double>& value) {
  if (value && std::isfinite(*value)) append_number(text, *value);
}

std::string iterations_csv(const RunResult& result) {
  std::string text = "iteration";
  for (const Metric& metric : metrics()) {
    text += "," + std::string(metric.name);
    if (metric.name == step_follows) text += ",step";
  }
  text += '\n';
  for (const Record& record : result.records) {
    append_number(text, record.iteration);
    for (std::size_t i = 0; i < metrics().size(); ++i) {
      text += ',';
      append_cell(text, record.values[i]);
      if (metrics()[i].name == step_follows) {
        text += ',';
        append_number(text, record.step);
      }
    }
    text += '\n';
  }
  return text;
}

std::string timings_csv(const RunResult& result) {
  std::string text = "iteration,iteration_seconds,elapsed_seconds,step\n";
  for (const Record& record : result.records) {
    append_number(text, record.iteration);
    text += ',';
    append_number(text, record.iteration_seconds);
    text += ',';
    append_number(text, record.elapsed_seconds);
    text += ',';
    append_number(text, record.step);
    text += '\n';
  }
  return text;
}

// Every cell of iterations.csv where time is measured in units of `time_unit` seconds.
std::string csv_in_time_unit(std::string_view csv, double time_unit) {
  std::string text;
  std::vector<std::string_view> units;
  for (const std::string_view line : lines_of(csv)) {
    const std::vector<std::string_view> cells = split(line, ',');
    for (std::size_t i = 0; i < cells.size(); ++i) {
      if (text.find('\n') == std::string::npos) {  // the header
        const Metric* metric = find_metric(cells[i]);
        units.push_back(metric ? metric->unit : "1");
        text += cells[i];
      } else if (const std::optional<double> value = parse_number(cells[i])) {
        append_cell(text, in_time_unit(*value, units.at(i), time_unit));
      }
      text += i + 1 < cells.size() ? ',' : '\n';
    }
  }
  return text;
}

// timings.csv of a run that took no time of its own.
std::string without_times(std::string_view csv) {
  std::string text;
  for (const std::string_view line : lines_of(csv)) {
    const std::vector<std::string_view> cells = split(line, ',');
    const bool header = text.empty();
    text += header ? std::string(line) : fmt::format("{},,,{}", cells.front(), cells.back());
    text += '\n';
  }
  return text;
}

std::string cpu_name() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
  }
  return "unknown";
}

ordered_json build_json() {
  const BuildInfo& build = build_info();
  return {{"id", build.build_id},           {"version", build.version},    {"git_commit", build.git_commit},
          {"git_dirty", build.git_dirty},   {"compiler", build.compiler},  {"flags", build.flags},
          {"build_type", build.build_type}, {"libraries", build.libraries}};
}

// The order in which a run's solver eliminates; solvers without a choice of linear solver have the usual one.
const char* elimination_order(const ordered_json& run) {
  const ordered_json::json_pointer chosen("/scene/solvers/" + run["solver"].get<std::string>() +
                                          "/linear_solver");
  return run.value(chosen, "") == "simplicial" ? SimplicialCholesky<double>::ordering_name
                                               : SparseCholesky<double>::ordering_name;
}

std::string positions_hash(const Positions<double>& positions) {
  return Sha256().update(std::span(positions.data(), static_cast<std::size_t>(positions.size()))).hex();
}

FileLock lock_beside(const fs::path& folder) {
  const fs::path file = ResultFolder::lock_file(folder);
  std::optional<FileLock> lock = FileLock::try_lock(file);
  if (lock) return std::move(*lock);
  throw Error(ExitCode::locked,
              fmt::format("{}: {} is writing this run", folder.string(), FileLock::holder(file)));
}

// The status of the run in a folder; empty if there is none, or none that its manifest could tell. Throws Error if that
// is there and cannot be read: it may be a good one.
std::string status_of(const fs::path& folder) {
  const fs::path file = folder / "manifest.json";
  std::error_code error;
  if (!fs::exists(file, error) && !error) return {};
  const ordered_json manifest =
      ordered_json::parse(read_file(file, largest_text_file, ExitCode::output), nullptr, false);
  const bool known = manifest.is_object() && manifest.contains("status") && manifest["status"].is_string();
  return known ? manifest["status"].get<std::string>() : "";
}

// The files of a manifest and their hashes. Throws Error if one is not in the run's own folder.
std::vector<std::pair<std::string, std::string>> hashed_files(const ordered_json& manifest) {
  std::vector<std::pair<std::string, std::string>> files;
  for (const auto& [name, hash] : manifest.at("files_sha256").items()) {
    if (fs::path(name).filename() != name || name == "." || name == "..")
      throw Error(ExitCode::usage,
                  fmt::format("the manifest names the file '{}'; expected a name without a folder", name));
    files.emplace_back(name, hash);
  }
  return files;
}

}  // namespace

std::string utc_now() {
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)));
}

ResultFolder::ResultFolder(const fs::path& final_path)
    : final_path_(final_path), lock_(lock_beside(final_path)), staged_(final_path) {}

void ResultFolder::write_file(const std::string& name, const std::string& contents) {
  staged_.write(name, contents);
  hashes_[name] = sha256(contents);
}

void ResultFolder::write_snapshot(const TetMesh& mesh, int step, int iteration,
                                  const Positions<double>& positions) {
  const std::string name = fmt::format("positions_{:04}_{:06}.vtu", step, iteration);
  write_file(name, vtu_text(mesh, positions));
  series_.push_back({static_cast<double>(series_.size()), name});
}

void ResultFolder::write_environment(const RunConfiguration& configuration, const RunEnvironment& environment,
                                     const ordered_json& setup_seconds,
                                     const ordered_json& iteration_seconds) {
  const ordered_json where = {{"host", host_name()},
                              {"cpu", cpu_name()},
                              {"hardware_threads", std::thread::hardware_concurrency()},
                              {"threads", environment.threads},
                              {"started", environment.started},
                              {"finished", environment.finished},
                              {"scene_folder", configuration.scene_folder.string()},
                              {"setup_seconds", setup_seconds},
                              {"iteration_seconds", iteration_seconds}};
  staged_.write("environment.json", where.dump(2) + "\n");
}

void ResultFolder::commit(ordered_json manifest) {
  manifest["files_sha256"] = hashes_;
  staged_.write("manifest.json", manifest.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n");
  staged_.commit();
}

bool ResultFolder::complete(const RunConfiguration& configuration, const World& world,
                            const RunResult& result, const RunEnvironment& environment) {
  write_file("iterations.csv", iterations_csv(result));
  if (!series_.empty()) write_file("positions.pvd", pvd_text(series_));
  staged_.write("timings.csv", timings_csv(result));
  write_environment(configuration, environment, result.setup_seconds, result.iteration_seconds);

  ordered_json minima = ordered_json::array(), gradient_norms = ordered_json::array();
  for (const std::optional<Reference>& reference : result.references) {
    minima.push_back(reference ? ordered_json(reference->minimum) : ordered_json(nullptr));
    const bool known = reference && reference->gradient_norm;
    gradient_norms.push_back(known ? ordered_json(*reference->gradient_norm) : ordered_json(nullptr));
  }
  const ordered_json run = configuration.json();
  ordered_json manifest = {{"format", manifest_format},
                           {"run_id", configuration.run_id()},
                           {"status", to_string(result.status)},
                           {"message", result.message},
                           {"iterations", result.iterations},
                           {"reference_minimum", minima},
                           {"reference_gradient_norm", gradient_norms},
                           {"precision", run["options"]["precision"]},
                           {"scene_file", configuration.scene_file},
                           {"scene_sha256", sha256(configuration.scene.dump())},
                           {"mesh_sha256", mesh_sha256(*world.mesh)},
                           {"start_positions_sha256", positions_hash(world.start.positions)},
                           {"vertices", world.mesh->vertex_count()},
                           {"tets", world.mesh->tet_count()},
                           {"elimination_order", elimination_order(run)},
                           {"build", build_json()}};
  manifest.update(run);
  if (!is_success(result.status) && is_success(status_of(final_path_))) return false;
  commit(std::move(manifest));
  return true;
}

void ResultFolder::derive(const RunConfiguration& configuration, const fs::path& source, double time_unit) {
  const std::string started = utc_now();
  ordered_json manifest = ordered_json::parse(read_file(source / "manifest.json"));
  for (const auto& [name, hash] : hashed_files(manifest)) {
    const std::string contents = read_file(source / name, largest_file);
    write_file(name, name == "iterations.csv" ? csv_in_time_unit(contents, time_unit) : contents);
  }
  staged_.write("timings.csv", without_times(read_file(source / "timings.csv", largest_file)));
  write_environment(configuration, {1, started, utc_now()}, nullptr, nullptr);

  manifest["derived_from"] = manifest["run_id"];
  manifest["run_id"] = configuration.run_id();
  manifest["scene"] = configuration.scene;
  manifest["scene_sha256"] = sha256(configuration.scene.dump());
  for (const auto& [key, unit] :
       {std::pair("reference_minimum", "J"), std::pair("reference_gradient_norm", "N")}) {
    for (ordered_json& value : manifest[key]) {
      if (value.is_number()) value = in_time_unit(value.get<double>(), unit, time_unit);
    }
  }
  commit(std::move(manifest));
}

fs::path ResultFolder::lock_file(const fs::path& final_path) {
  return final_path.parent_path() / ("." + final_path.filename().string() + ".lock");
}

bool ResultFolder::holds(const fs::path& folder, const std::string& run_id, const std::string& source) {
  try {
    const ordered_json manifest = ordered_json::parse(read_file(folder / "manifest.json"));
    // A run that was cut short is there, but not done.
    const std::string status = manifest.at("status");
    if (manifest.at("run_id") != run_id || status == "interrupted" || status == "timeout") return false;
    const bool derived = manifest.contains("derived_from");
    if (derived && manifest["derived_from"] != source) return false;
    for (const auto& [name, hash] : hashed_files(manifest)) {
      if (sha256(read_file(folder / name, largest_file)) != hash) return false;
    }
    // Those two have no hash: their numbers differ from run to run.
    const auto lines = [&](const char* name) {
      const std::string text = read_file(folder / name, largest_file);
      return text.ends_with('\n') ? std::count(text.begin(), text.end(), '\n') : -1;
    };
    const ordered_json environment = ordered_json::parse(read_file(folder / "environment.json"));
    const auto known = [&](const char* key) { return derived || environment.at(key).is_number(); };
    return lines("timings.csv") == lines("iterations.csv") && known("setup_seconds") &&
           known("iteration_seconds");
  } catch (const Error&) {  // a file is missing or unreadable
    return false;
  } catch (const nlohmann::json::exception&) {  // no manifest
    return false;
  }
}

}  // namespace simbench

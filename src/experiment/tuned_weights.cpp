#include "experiment/tuned_weights.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <nlohmann/json.hpp>

#include "base/atomic_file.h"
#include "base/error.h"
#include "base/sha256.h"
#include "config/member.h"
#include "solver/admm.h"

namespace simbench {

namespace fs = std::filesystem;
using nlohmann::ordered_json;

namespace {

// What the best weight depends on: the physics of a scene, and how ADMM uses the weight.
std::string key_of(const Experiment& experiment) {
  ordered_json what = experiment.scene_json();
  what.erase("description");
  for (const char* member : {"weight", "weight_factor"}) what["solvers"]["admm"].erase(member);
  what["step"].erase("iterations");
  return sha256(what.dump()).substr(0, 16);
}

ordered_json entries(const fs::path& file, ExitCode code) {
  if (!fs::exists(file)) return ordered_json::object();
  const ordered_json json =
      ordered_json::parse(read_file(file, largest_text_file, ExitCode::output), nullptr, false);
  const auto is_entry = [](const ordered_json& entry) {
    return entry.is_object() && entry.contains("weight_factor") && entry.contains("iterations") &&
           entry.contains("target");
  };
  if (!json.is_object() || !std::all_of(json.begin(), json.end(), is_entry))
    throw Error(code, file.string() + ": not a file of tuned weights; name another one");
  return json;
}

}  // namespace

fs::path TunedWeights::default_file() {
  const char* own = std::getenv("SIMBENCH_TUNED_WEIGHTS");
  return own && *own ? own : "tuned_weights.json";
}

std::optional<TunedWeight> TunedWeights::find(const Experiment& experiment) const {
  const ordered_json all = entries(file_, ExitCode::usage);
  if (!all.contains(key_of(experiment))) return {};
  const config::Document entry =
      config::Document::parse(all.at(key_of(experiment)).dump(2), file_.string() + "#" + key_of(experiment));
  return TunedWeight{config::member(entry, "weight_factor", config::Kind::number_float),
                     config::member(entry, "iterations", config::Kind::number_integer),
                     config::member(entry, "target", config::Kind::number_float)};
}

void TunedWeights::require_writable() const {
  entries(file_, ExitCode::output);
  const fs::path folder = fs::absolute(file_).parent_path();
  if (::access(folder.c_str(), W_OK | X_OK) != 0)
    throw Error(ExitCode::output,
                fmt::format("cannot write into '{}': {}", folder.string(), std::strerror(errno)));
}

void TunedWeights::store(const Experiment& experiment, const TunedWeight& tuned) const {
  ordered_json all = entries(file_, ExitCode::output);
  const ordered_json resolved_scene = experiment.scene_json();
  all[key_of(experiment)] = {
      {"weight_factor", tuned.weight_factor},
      {"iterations", tuned.iterations},
      {"target", tuned.target},
      {"material", resolved_scene.value("material", ordered_json())},  // none for particles
      {"time_step", resolved_scene["step"]["time_step"]},
      {"description", experiment.scene.description()}};
  write_file_atomically(file_, all.dump(2) + "\n");
}

void TunedWeights::resolve(Experiment& experiment) const {
  DeformableScene* const scene = experiment.scene.as<DeformableScene>();
  if (!scene || experiment.solver != Admm<double>::name) return;
  const auto* settings = dynamic_cast<const AdmmSettings*>(scene->solvers.settings(experiment.solver).get());
  if (settings->weight || settings->weight_rule != WeightRule::tuned) return;
  const std::optional<TunedWeight> tuned = find(experiment);
  if (!tuned) {
    throw Error(ExitCode::usage,
                fmt::format("solvers.admm.weight is \"tuned\", and {} has nothing for this scene; "
                            "simbench tune finds it",
                            file_.string()));
  }
  const auto resolved = std::make_shared<AdmmSettings>(*settings);
  resolved->weight_rule = WeightRule::factor;
  resolved->weight_factor = tuned->weight_factor;
  scene->solvers.set(experiment.solver, resolved);
}

}  // namespace simbench

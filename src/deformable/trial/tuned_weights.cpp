#include "deformable/trial/tuned_weights.h"

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

namespace simbench {

namespace fs = std::filesystem;
using nlohmann::ordered_json;

namespace {

// The members of a scene that the best weight depends on: its physics and the other settings of ADMM.
std::string key_of(ordered_json scene) {
  scene.erase("description");
  scene.erase("instance");  // the same physics
  for (const char* member : {"weight", "weight_factor"}) scene["solvers"]["admm"].erase(member);
  scene["step"].erase("iterations");
  return sha256(scene.dump()).substr(0, 16);
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
    throw Error(code, file.string() + ": not a file of tuned weights; choose another one");
  return json;
}

}  // namespace

fs::path TunedWeights::default_file() {
  const char* own = std::getenv("SIMBENCH_TUNED_WEIGHTS");
  return own && *own ? own : "tuned_weights.json";
}

std::optional<TunedWeight> TunedWeights::find(const ordered_json& scene) const {
  const ordered_json all = entries(file_, ExitCode::usage);
  if (!all.contains(key_of(scene))) return {};
  const config::Document entry =
      config::Document::parse(all.at(key_of(scene)).dump(2), file_.string() + "#" + key_of(scene));
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

TunedWeight TunedWeights::get(const ordered_json& scene) const {
  if (const std::optional<TunedWeight> tuned = find(scene)) return *tuned;
  throw Error(ExitCode::usage,
              fmt::format("solvers.admm.weight is \"tuned\", and {} has no weight for this scene; "
                          "simbench tune finds one",
                          file_.string()));
}

void TunedWeights::store(const ordered_json& scene, const TunedWeight& tuned) const {
  ordered_json all = entries(file_, ExitCode::output);
  all[key_of(scene)] = {{"weight_factor", tuned.weight_factor},
                        {"iterations", tuned.iterations},
                        {"target", tuned.target},
                        {"material", scene.value("material", ordered_json())},  // absent for particles
                        {"time_step", scene["step"]["time_step"]},
                        {"description", scene.value("description", "")}};
  write_file_atomically(file_, all.dump(2) + "\n");
}

}  // namespace simbench

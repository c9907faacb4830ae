#include "experiment/tuned_weights.h"

#include <fmt/format.h>

#include <cstdlib>
#include <nlohmann/json.hpp>

#include "base/atomic_file.h"
#include "base/error.h"
#include "base/sha256.h"
#include "solver/admm.h"

namespace simbench {

namespace fs = std::filesystem;
using nlohmann::ordered_json;

namespace {

// What the best weight depends on: the physics of a scene, and how ADMM uses the weight.
std::string key_of(const Scene& scene) {
  ordered_json what = resolved(scene, "admm");
  what.erase("description");
  for (const char* member : {"weight", "weight_factor"}) what["solvers"]["admm"].erase(member);
  what["step"].erase("iterations");
  return sha256(what.dump()).substr(0, 16);
}

ordered_json entries(const fs::path& file) {
  if (!fs::exists(file)) return ordered_json::object();
  const ordered_json json =
      ordered_json::parse(read_file(file, largest_text_file, ExitCode::output), nullptr, false);
  if (!json.is_object()) throw Error(ExitCode::usage, file.string() + ": not a file of tuned weights");
  return json;
}

}  // namespace

fs::path TunedWeights::default_file() {
  const char* own = std::getenv("SIMBENCH_TUNED_WEIGHTS");
  return own && *own ? own : "tuned_weights.json";
}

std::optional<TunedWeight> TunedWeights::find(const Scene& scene) const {
  const ordered_json all = entries(file_);
  if (!all.contains(key_of(scene))) return {};
  try {
    const ordered_json& entry = all.at(key_of(scene));
    TunedWeight tuned{entry.at("weight_factor"), {}, entry.at("target")};
    if (!entry.at("iterations").is_null()) tuned.iterations = entry.at("iterations").get<int>();
    return tuned;
  } catch (const nlohmann::json::exception& error) {
    throw Error(ExitCode::usage, fmt::format("{}: damaged: {}", file_.string(), error.what()));
  }
}

void TunedWeights::store(const Scene& scene, const TunedWeight& tuned) const {
  ordered_json all = entries(file_);
  const ordered_json resolved_scene = resolved(scene, "admm");
  all[key_of(scene)] = {
      {"weight_factor", tuned.weight_factor},
      {"iterations", tuned.iterations ? ordered_json(*tuned.iterations) : ordered_json(nullptr)},
      {"target", tuned.target},
      {"material", resolved_scene["material"]},
      {"time_step", resolved_scene["step"]["time_step"]},
      {"description", scene.description}};
  write_file_atomically(file_, all.dump(2) + "\n");
}

void TunedWeights::resolve(Scene& scene) const {
  auto& settings = dynamic_cast<AdmmSettings&>(*scene.solver_settings.find("admm")->second);
  if (settings.weight || settings.weight_rule != "tuned") return;
  const std::optional<TunedWeight> tuned = find(scene);
  if (!tuned) {
    throw Error(ExitCode::usage,
                fmt::format("solvers.admm.weight is \"tuned\", and {} has nothing for this scene; "
                            "simbench tune finds it",
                            file_.string()));
  }
  settings.weight_rule = "factor";
  settings.weight_factor = tuned->weight_factor;
}

}  // namespace simbench

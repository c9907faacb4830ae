// ADMM weights that `simbench tune` has found. A JSON file has one entry per scene. It is tuned_weights.json
// in the current folder, or the file that $SIMBENCH_TUNED_WEIGHTS names. Scenes use the entries by "weight":
// "tuned".
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <optional>

namespace simbench {

struct TunedWeight {
  double weight_factor = 0;  // the best c found
  int iterations = 0;        // to reach the target
  double target = 0;         // relative error
};

class TunedWeights {
 public:
  explicit TunedWeights(std::filesystem::path file) : file_(std::move(file)) {}
  static std::filesystem::path default_file();

  // Throws Error (usage) if the file is not a file of tuned weights. Here and below, `scene` is the JSON of a
  // scene with the settings of admm only.
  std::optional<TunedWeight> find(const nlohmann::ordered_json& scene) const;
  // Like find(), but also throws Error (usage) if nothing is stored.
  TunedWeight get(const nlohmann::ordered_json& scene) const;
  // Throws Error (output) if store() could not write the file, or if it is not a file of tuned weights.
  void require_writable() const;
  // Stores the weight of the scene in place of an earlier one.
  void store(const nlohmann::ordered_json& scene, const TunedWeight& tuned) const;

 private:
  std::filesystem::path file_;
};

}  // namespace simbench

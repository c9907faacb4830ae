// ADMM weights that `simbench tune` has found: a JSON file of one entry a scene, kept in tuned_weights.json of the
// current folder or where $SIMBENCH_TUNED_WEIGHTS says. Scenes use them by "weight": "tuned".
#pragma once

#include <filesystem>
#include <optional>

#include "experiment/experiment.h"

namespace simbench {

struct TunedWeight {
  double weight_factor = 0;  // the best c found
  int iterations = 0;        // that it took to the target
  double target = 0;         // relative error
};

class TunedWeights {
 public:
  explicit TunedWeights(std::filesystem::path file) : file_(std::move(file)) {}
  static std::filesystem::path default_file();

  // Throws Error (usage) for a file that is none of ours.
  std::optional<TunedWeight> find(const Experiment& experiment) const;
  // Throws Error (output) if store() could not write the file, or the file is none of ours.
  void require_writable() const;
  // Replaces what is stored for the scene of the experiment.
  void store(const Experiment& experiment, const TunedWeight& tuned) const;

  // Puts the stored c into an experiment whose ADMM weight is "tuned"; others stay. Throws Error (usage) if there is none.
  void resolve(Experiment& experiment) const;

 private:
  std::filesystem::path file_;
};

}  // namespace simbench

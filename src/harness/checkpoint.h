// A checkpoint: the state of a motion between two steps as a file, from which another run can begin. It has
// all that the next step depends on, so a run that continues it has the bits of the uninterrupted run.
#pragma once

#include <cmath>
#include <string>

#include "config/document.h"
#include "harness/solver_memory.h"

namespace simbench {

constexpr std::size_t largest_checkpoint_file = std::size_t{1} << 30;  // [bytes]

// The time since a motion began, in a run that begins at the time `start` [s].
struct MotionTime {
  double start = 0;
  // The number of the step of length h, counted since the motion began, that is step number `step` of the
  // run.
  long long number_of(long long step, double h) const { return std::llround(start / h) + step; }
  // The time after so many steps of the run [s]; a multiple of h is rounded as in a run that begins at 0.
  double after(long long steps, double h) const {
    const bool is_multiple = static_cast<double>(number_of(0, h)) * h == start;
    return is_multiple ? static_cast<double>(number_of(steps, h)) * h
                       : start + static_cast<double>(steps) * h;
  }
};

// "checkpoint_000005.json", the file with the state after a step.
std::string checkpoint_file_name(int step);

struct Checkpoint {
  std::string kind = {};     // of the scene: "deformable"
  std::string system = {};   // sha256 of what moves: the mesh in its order, or the names of the bodies
  std::string solver = {};   // whose memory this is; empty if there is no memory to continue with
  double time = 0;           // since the motion began [s]
  NamedNumbers state = {};   // each kind of scene has its own names (docs/output.md)
  NamedNumbers memory = {};  // of the solver; empty if it keeps nothing from step to step

  // JSON with numbers that read back to the same bits.
  std::string text() const;
  // Throws Error (usage) with the place if the document is not such a state.
  static Checkpoint parse(const config::Document& document);

  // The numbers of this name; empty if there are none. Throws Error (usage) if there are neither none nor
  // `count` of them.
  std::vector<double> numbers(const std::string& name, std::size_t count) const;
};

}  // namespace simbench

// The state that a scene of rigid bodies takes from a file instead of its bodies' own start.
#pragma once

#include "harness/state_source.h"
#include "rigid/problem/system.h"

namespace simbench::rigid {

// Either a checkpoint of a run (`file`), or a table with the columns of bodies.csv (`bodies`).
struct StartState : StateSource {
  HashedFile bodies;

  void describe(config::Fields& fields);
  // Reads the file. `frame` is the length of a frame [s], in which a run has `substeps` steps. Throws Error
  // (usage, mesh) with the place if the file is not a state of these bodies, or if it is one within a frame.
  Checkpoint read(const System& system, double frame, int substeps, const config::Document& document,
                  const std::filesystem::path& set_folder);
  std::vector<SourceFile> source_files();
};

// The state in a checkpoint, and back. A checkpoint has "poses" (x, y, z [m], qw, qx, qy, qz), "velocities"
// (v [m/s], ω [rad/s]), the "angles" of joints with all turns [rad], and the "contacts" of the last step by
// name (ContactFinder).
State state_of(const Checkpoint& checkpoint, const System& system);
NamedNumbers numbers_of(const State& state, const std::vector<double>& contacts);

// Sentences about numbers of a state that look as if they had another unit, for a world as its scene
// describes it and steps of `time_step` [s].
std::vector<std::string> warnings_of_units(const World& described, const State& state, double time_step);

// A hash of the bodies' names, which tells whose state a checkpoint is.
std::string names_sha256(const System& system);

}  // namespace simbench::rigid

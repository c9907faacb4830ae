// What else could have changed the times of a run: other programs, and the clock of the processor.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace simbench {

struct MachineState {
  std::optional<double> load;           // mean number of running programs in the last minute
  std::optional<double> clock;          // of the processor that executes this thread [MHz]
  std::optional<std::string> governor;  // rule by which Linux sets the clock
};
// Empty members are not known on this machine.
MachineState machine_state();

// Why times between the two states are noisy: more programs than hardware threads, a clock that has changed
// by more than a tenth, or repetitions that differ by more than a tenth. Empty if nothing of this was seen.
std::optional<std::string> noise(const MachineState& before, const MachineState& after,
                                 unsigned hardware_threads, const std::vector<double>& repeats);

}  // namespace simbench

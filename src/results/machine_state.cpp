#include "results/machine_state.h"

#include <fmt/format.h>
#include <sched.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>

#include "base/number_text.h"
#include "results/repetitions.h"

namespace simbench {

namespace {

std::optional<std::string> first_line(const std::string& file) {
  std::ifstream in(file);
  std::string line;
  if (!std::getline(in, line)) return {};
  return line;
}

// The clock of one processor in /proc/cpuinfo, which has lines such as "cpu MHz\t\t: 2100.000".
std::optional<double> clock_of(int processor) {
  std::ifstream in("/proc/cpuinfo");
  int found = -1;
  for (std::string line; std::getline(in, line);) {
    const std::size_t colon = line.find(": ");
    if (colon == std::string::npos) continue;
    if (line.starts_with("processor")) found = std::atoi(line.c_str() + colon + 2);
    if (line.starts_with("cpu MHz") && found == processor) return parse_number(line.substr(colon + 2));
  }
  return {};
}

}  // namespace

MachineState machine_state() {
  MachineState state;
  const int processor = std::max(0, sched_getcpu());
  if (double load = 0; getloadavg(&load, 1) == 1) state.load = load;
  state.clock = clock_of(processor);
  state.governor =
      first_line(fmt::format("/sys/devices/system/cpu/cpu{}/cpufreq/scaling_governor", processor));
  return state;
}

std::optional<std::string> noise(const MachineState& before, const MachineState& after,
                                 unsigned hardware_threads, const std::vector<double>& repeats) {
  constexpr double steady = 0.1;
  const double load = std::max(before.load.value_or(0), after.load.value_or(0));
  if (load > hardware_threads)
    return fmt::format("the load of the machine was {:.1f} on {} hardware threads", load, hardware_threads);
  if (before.clock && after.clock && std::abs(*after.clock / *before.clock - 1) > steady)
    return fmt::format("the clock changed from {:.0f} to {:.0f} MHz", *before.clock, *after.clock);
  if (repeats.size() > 1 && spread(repeats) > steady)
    return fmt::format("repetitions differ by {:.0f} %", 100 * spread(repeats));
  return {};
}

}  // namespace simbench

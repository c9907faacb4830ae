#include "base/stop.h"

#include <fmt/format.h>

#include "base/stop_signal.h"

namespace simbench {

Stop::Stop(std::optional<double> seconds, double elapsed) : seconds_(seconds), elapsed_before_(elapsed) {}

double Stop::elapsed() const {
  return elapsed_before_ + std::chrono::duration<double>(Clock::now() - begin_).count();
}

std::optional<StopReason> Stop::reason() const {
  if (StopSignal::received() == SIGXCPU) return StopReason::time;
  if (StopSignal::received() != 0) return StopReason::signal;
  return seconds_ && elapsed() >= *seconds_ ? std::optional(StopReason::time) : std::nullopt;
}

std::string Stop::sentence() const {
  if (StopSignal::received() != 0) return StopSignal::sentence();
  return fmt::format("stopped after {:g} s of wall clock (max_wall_seconds)", seconds_.value_or(0));
}

void Stop::throw_if_due() const {
  const std::optional<StopReason> why = reason();
  if (!why) return;
  const ExitCode code = *why == StopReason::time ? ExitCode::resources : StopSignal::exit_code();
  throw Stopped(*why, code, sentence() + ", before the iterations began; nothing is written");
}

}  // namespace simbench

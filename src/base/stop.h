// Decides when a long computation ends early: at a signal (stop_signal.h), or when its time is up. Callers
// ask between two iterations.
#pragma once

#include <chrono>
#include <optional>

#include "base/error.h"

namespace simbench {

enum class StopReason { signal, time };

// Thrown if the finished part of a computation cannot be used. The exit code belongs to the signal, or is
// `resources` if the time is up.
class Stopped : public Error {
 public:
  Stopped(StopReason reason, ExitCode code, const std::string& message)
      : Error(code, message), reason_(reason) {}
  StopReason reason() const { return reason_; }

 private:
  StopReason reason_;
};

class Stop {
 public:
  Stop() = default;  // stops at signals only
  // Stops at signals, and after `seconds` of wall clock; empty means no time limit. `elapsed`: the part of
  // these seconds that has already passed.
  explicit Stop(std::optional<double> seconds, double elapsed = 0);
  double elapsed() const;  // [s]

  std::optional<StopReason> reason() const;
  std::string sentence() const;  // the reason in words: "stopped by SIGINT"
  // Throws Stopped with the reason if there is one.
  void throw_if_due() const;

 private:
  using Clock = std::chrono::steady_clock;
  std::optional<double> seconds_;
  double elapsed_before_ = 0;  // [s]
  Clock::time_point begin_ = Clock::now();
};

}  // namespace simbench

// When something that takes long shall end before it is done: at a signal (stop_signal.h), or when its time is up. Whoever
// iterates asks between two iterations.
#pragma once

#include <chrono>
#include <optional>

#include "base/error.h"

namespace simbench {

enum class StopReason { signal, time };

// Thrown where the part that is done is worth nothing. Its exit code is that of the signal, or resources.
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
  Stop() = default;  // at signals alone
  // At signals, and so many seconds of wall clock from now on; empty: no such limit.
  // `elapsed`: seconds that are over already.
  explicit Stop(std::optional<double> seconds, double elapsed = 0);
  double elapsed() const;  // [s]

  std::optional<StopReason> reason() const;
  std::string sentence() const;  // of the reason: "stopped by SIGINT"
  // Throws Stopped, which says why, if there is a reason.
  void throw_if_due() const;

 private:
  using Clock = std::chrono::steady_clock;
  std::optional<double> seconds_;
  double elapsed_before_ = 0;  // [s]
  Clock::time_point begin_ = Clock::now();
};

}  // namespace simbench

// How often progress is shown: a line every few seconds, or ten updates a second of a line of a terminal.
#pragma once

#include <chrono>
#include <optional>

namespace simbench {

class Pace {
 public:
  using Clock = std::chrono::steady_clock;

  // `last`: when something was shown before; if nothing was, progress is due at once.
  explicit Pace(bool terminal, std::optional<Clock::time_point> last = {})
      : interval_(terminal ? std::chrono::milliseconds(100) : std::chrono::seconds(5)), last_(last) {}

  // Whether progress is due `now`. If it is, the caller shows it.
  bool due(Clock::time_point now) {
    if (last_ && now - *last_ < interval_) return false;
    last_ = now;
    return true;
  }

 private:
  Clock::duration interval_;
  std::optional<Clock::time_point> last_;
};

}  // namespace simbench

// Chooses between two ways to do the same work again and again, with several threads or with one, by how long
// each took lately. Other programs come and go on a machine's cores, so the slower way is tried again from
// time to time: its trials take about 3 % of the time.
#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <string_view>

#include "math/types.h"

namespace simbench {

class FasterWay {
 public:
  using Clock = std::chrono::steady_clock;

  // What the calling thread knows of the work of this name, a literal. Solvers make their sweeps anew in each
  // step, so the name and the size of a work tell whether it is the same.
  static FasterWay& of_thread(std::string_view work, Index size);

  // Does the work in one of two ways, which must have the same result.
  template <class First, class Second>
  void run(const First& first, const Second& second) {
    const Clock::time_point begin = Clock::now();
    const int way = choose();
    if (way == 0)
      first();
    else
      second();
    record(way, Clock::now() - begin);
  }

  // 0 or 1; each is tried once at the start. In builds for ThreadSanitizer always 0, so that a data race
  // between the threads of this way is found at any timing.
  int choose() const {
#ifdef SIMBENCH_PLAIN_THREADS
    return 0;
#endif
    for (const int way : {0, 1}) {
      if (ways_[way].duration() == never) return way;
    }
    const int faster = ways_[1].duration() < ways_[0].duration() ? 1 : 0, slower = 1 - faster;
    const Clock::duration loss = ways_[slower].duration() - ways_[faster].duration();
    return (spent_ - ways_[slower].spent) / 32 >= loss ? slower : faster;
  }

  void record(int way, Clock::duration duration) {
    spent_ += duration;
    ways_[way].durations = {duration, ways_[way].durations[0]};
    ways_[way].spent = spent_;
  }

 private:
  static constexpr Clock::duration never = Clock::duration::max();

  struct Way {
    std::array<Clock::duration, 2> durations = {never, never};  // of the last time, and of the time before
    Clock::duration spent{};                                    // spent_ after the last time

    // A single long time can be an accident.
    Clock::duration duration() const { return std::min(durations[0], durations[1]); }
  };
  std::array<Way, 2> ways_;
  Clock::duration spent_{};  // with this work, in both ways
};

}  // namespace simbench

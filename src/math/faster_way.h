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

  // 0 or 1; each is tried at the start. In builds for ThreadSanitizer always 0, so that a data race between
  // the threads of this way is found at any timing.
  int choose() const {
#ifdef SIMBENCH_PLAIN_THREADS
    return 0;
#endif
    if (!is_settled_) return last_;
    for (const int way : {0, 1}) {
      if (ways_[way].duration() == never) return way;
    }
    const int faster = ways_[1].duration() < ways_[0].duration() ? 1 : 0, slower = 1 - faster;
    // A trial is two times in the slower way, and one in the faster way after a change.
    const Clock::duration loss =
        ways_[slower].first + ways_[slower].duration() + ways_[faster].first - 3 * ways_[faster].duration();
    return (spent_ - ways_[slower].spent) / 32 >= loss ? slower : faster;
  }

  // The first time after a change of the way is not compared: threads wake up, and memory is not in the
  // caches.
  void record(int way, Clock::duration duration) {
    is_settled_ = way == last_;
    last_ = way;
    spent_ += duration;
    Way& done = ways_[way];
    if (is_settled_)
      done.durations = {duration, done.durations[0]};
    else
      done.first = duration;
    done.spent = spent_;
  }

 private:
  static constexpr Clock::duration never = Clock::duration::max();

  struct Way {
    Clock::duration first{};                                    // after the last change
    std::array<Clock::duration, 2> durations = {never, never};  // of the last time, and of the time before
    Clock::duration spent{};                                    // spent_ after the last time

    // A single long time can be an accident.
    Clock::duration duration() const { return std::min(durations[0], durations[1]); }
  };
  std::array<Way, 2> ways_;
  int last_ = -1;            // the way of the last time
  bool is_settled_ = true;   // whether the time before was in the same way
  Clock::duration spent_{};  // with this work, in both ways
};

}  // namespace simbench

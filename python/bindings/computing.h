// Computations without Python's lock. Python ends while threads of daemons may still compute: a thread that
// then asks for the lock is killed in the middle of C++, which aborts the process. So Python first waits for
// them.
#pragma once

#include <nanobind/nanobind.h>

#include <atomic>
#include <optional>

#include "base/error.h"
#include "base/stop_signal.h"

namespace simbench::python {

// Counts a computation while it lives.
class Computing {
 public:
  Computing() { ++count_; }
  ~Computing() { --count_; }
  Computing(const Computing&) = delete;
  Computing& operator=(const Computing&) = delete;

  // Asks runs to stop after their present iteration, and lets no other begin. core.py calls it when Python
  // ends, and waits while there are computations.
  static void end() {
    is_ending_ = true;
    StopSignal::ask();
  }
  static bool is_ending() { return is_ending_; }
  static int count() { return count_; }

 private:
  static inline std::atomic<bool> is_ending_ = false;
  static inline std::atomic<int> count_ = 0;
};

// A long computation, which does not begin any more when Python ends.
class LongComputing : public Computing {
 public:
  LongComputing() {
    if (is_ending()) throw Error(ExitCode::interrupted, "Python is about to end");
  }
};

// Releases Python's lock. When Python is about to end, it keeps the lock, so that Python waits.
class Unlocked {
 public:
  Unlocked() {
    if (!Computing::is_ending()) released_.emplace();
  }

 private:
  Computing computing_;
  std::optional<nanobind::gil_scoped_release> released_;  // is destroyed first
};

}  // namespace simbench::python

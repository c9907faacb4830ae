// Prints the progress of a run: one line that is updated on a terminal, or a new line every few seconds
// elsewhere.
#pragma once

#include <chrono>
#include <string>

#include "base/print_message.h"
#include "harness/run.h"

namespace simbench {

class Progress {
 public:
  // `repeat`: number of repetitions of the run.
  Progress(std::string solver, const RunLength& length, int repeat, bool quiet);
  void note(const std::string& text);
  void update(const Columns& columns, const Record& record);
  void finish();

 private:
  using Clock = std::chrono::steady_clock;
  std::string line(const Columns& columns, const Record& record) const;

  std::string solver_;
  RunLength length_;
  int repeat_;
  int repetition_ = 0;
  bool quiet_;
  bool terminal_;
  bool line_open_ = false;
  Clock::time_point begin_ = Clock::now();
  Clock::time_point last_print_ = begin_;
};

}  // namespace simbench

// Prints the progress of a run: one line that is updated on a terminal, or a new line every few seconds
// elsewhere (base/pace.h), however many runs a command does.
#pragma once

#include <chrono>
#include <string>

#include "base/pace.h"
#include "base/print_message.h"
#include "harness/run.h"

namespace simbench {

class Progress {
 public:
  // `repeat`: number of repetitions of the run. `pace`: of all runs of the command; it must outlive this
  // object.
  Progress(std::string solver, const RunLength& length, int repeat, bool quiet, Pace& pace);
  // Each sentence is printed once for all runs of the command. A warning is printed even if it is quiet.
  void note(const std::string& text);
  void warn(const std::string& text);
  void update(const Columns& columns, const Record& record);
  void finish();

 private:
  using Clock = Pace::Clock;
  std::string line(const Columns& columns, const Record& record) const;

  std::string solver_;
  RunLength length_;
  int repeat_;
  int repetition_ = 0;
  bool quiet_;
  Pace& pace_;
  bool terminal_;
  bool line_open_ = false;
  Clock::time_point begin_ = Clock::now();
};

}  // namespace simbench

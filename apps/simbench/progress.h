// Says how a run is getting on: one line that renews itself on a terminal, a plain line now and then
// elsewhere.
#pragma once

#include <chrono>
#include <string>

#include "base/say.h"
#include "experiment/run.h"

namespace simbench {

class Progress {
 public:
  // `repeat`: how often the run is done.
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

#include "simbench/progress.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <set>

#include "base/seconds_text.h"
#include "simbench/terminal.h"

namespace simbench {

namespace {

// Whether this command has not printed the text before: it may come from every step of every solver.
bool is_new(const std::string& text) {
  static std::set<std::string> printed;
  return printed.insert(text).second;
}

}  // namespace

Progress::Progress(std::string solver, const RunLength& length, int repeat, bool quiet, Pace& pace)
    : solver_(std::move(solver)), length_(length), repeat_(repeat), quiet_(quiet), pace_(pace) {
  terminal_ = terminal_of(STDERR_FILENO).has_value();
}

void Progress::note(const std::string& text) {
  if (quiet_ || !is_new(text)) return;
  finish();
  print_message(fmt::format("{:<7} {}\n", solver_, text));
}

void Progress::warn(const std::string& text) {
  if (!is_new(text)) return;
  finish();
  spdlog::warn("{}: {}", solver_, text);
}

std::string Progress::line(const Columns& columns, const Record& record) const {
  const double done = (record.step - 1.0) * length_.iterations + record.iteration;
  const double total = static_cast<double>(length_.steps) * length_.iterations;
  const double elapsed = std::max(0.0, std::chrono::duration<double>(Clock::now() - begin_).count());
  const std::string name = repeat_ > 1 ? fmt::format("{} {}/{}", solver_, repetition_, repeat_) : solver_;
  std::string text = fmt::format("{:<7} ", name);
  if (length_.steps > 1) text += fmt::format("step {}/{} ", record.step, length_.steps);
  const double objective = record.values[columns.index("objective")].value();
  text += fmt::format("iteration {}/{}  objective {}", record.iteration, length_.iterations,
                      std::isfinite(objective) ? fmt::format("{:.6g} J", objective) : "not finite");
  if (done > 0) text += fmt::format("  at most {} left", seconds_text(elapsed / done * (total - done)));
  return text;
}

void Progress::update(const Columns& columns, const Record& record) {
  if (quiet_) return;
  const Clock::time_point now = Clock::now();
  const bool first = record.step == 1 && record.iteration == 0;
  repetition_ += first;
  if (first) begin_ = now;
  if (!pace_.due(now) && !(first && terminal_)) return;
  if (terminal_) erase_line();
  print_message(line(columns, record) + (terminal_ ? "" : "\n"));
  line_open_ = terminal_;
}

void Progress::finish() {
  if (line_open_) erase_line();
  line_open_ = false;
}

}  // namespace simbench

#include "sweep/driver.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <deque>
#include <map>
#include <memory>
#include <utility>

#include "base/atomic_file.h"
#include "base/child.h"
#include "base/context.h"
#include "base/counted.h"
#include "base/pace.h"
#include "base/print_message.h"
#include "base/seconds_text.h"
#include "base/stop_signal.h"
#include "sweep/collapse.h"
#include "sweep/combinations.h"
#include "sweep/execute_run.h"

namespace simbench {

namespace {

using Clock = Pace::Clock;

constexpr int slice = 100;  // [ms]; largest delay of a signal that arrives just before the wait

class Driver {
 public:
  Driver(const SweepFolder& folder, const Plan& plan, const std::vector<IndexedRun>& runs,
         SharedObjects& shared, const DriverOptions& options)
      : folder_(folder), plan_(plan), combinations_(plan), shared_(shared), options_(options) {
    for (const IndexedRun& run : runs) {
      if (!run.declined.empty()) continue;
      ++total_;
      if (folder.holds(run)) {
        folder.forget_failure(run);
        ++done_;
      } else if (run.source.empty()) {
        missing_.push_back(&run);
      } else {
        underived_.push_back(&run);
      }
    }
  }

  ExitCode run_all() {
    const StopSignal stop_signal;
    prepare_start_states();
    bool has_sent_signal = false;
    while (!missing_.empty() || !running_.empty()) {
      while (!missing_.empty() && !StopSignal::received() &&
             static_cast<int>(running_.size()) < options_.jobs) {
        start_batch();
      }
      if (StopSignal::received()) missing_.clear();
      if (StopSignal::received() && !std::exchange(has_sent_signal, true)) {
        for (const Running& batch : running_) batch.child->send(StopSignal::received());
      }
      if (!running_.empty() && !reap_any()) wait();
      if (!is_terminal()) show();
    }
    for (const IndexedRun* run : underived_)
      if (!StopSignal::received()) derive(*run);
    if (options_.syncs) sync_file_system(folder_.path());
    if (!options_.quiet) {
      if (is_terminal()) erase_line();
      print_message(line() + "\n");
    }
    if (StopSignal::received()) return StopSignal::exit_code();
    if (failed_ > 0) return ExitCode::numerical_failure;
    return elsewhere_ > 0 ? ExitCode::locked : ExitCode::ok;
  }

 private:
  SweepRun read(const IndexedRun& run) { return plan_.run(combinations_, run, shared_); }

  // Computes the start states in this process and caches them, so that several runs do not compute the same
  // one.
  void prepare_start_states() {
    if (!missing_.empty()) {
      const SweepRun first = read(*missing_.front());  // throws if the index is no longer that of the plan
      for (const std::string& warning : first.experiment.scene->warnings())
        print_message("simbench: warning: " + warning + "\n");
    }
    std::map<std::string, std::vector<const IndexedRun*>> recipes;
    for (const IndexedRun* run : missing_) {
      if (!run->preparation.empty()) recipes[run->preparation].push_back(run);
    }
    for (const auto& [recipe, runs] : recipes) {
      const Experiment any = read(*runs.front()).experiment;
      try {
        const auto note = [&](const std::string& text) {
          if (!options_.quiet) print_message(text + "\n");
        };
        any.scene->prepare(
            {.cache = Cache::without_warnings(), .note = note, .stop = Stop(any.options.max_wall_seconds)});
      } catch (const Stopped& stopped) {
        if (stopped.reason() == StopReason::signal) return;
        for (const IndexedRun* run : runs) {  // each run would exceed the limit again
          fail(*run, stopped.what());
          std::erase(missing_, run);
        }
      } catch (const std::exception&) {
        // The runs that need this state will fail with the same message, which is then recorded.
      }
    }
  }

  // A child process and the runs that it does one after the other.
  struct Running {
    std::vector<const IndexedRun*> runs;
    std::unique_ptr<Child> child;
    Clock::time_point start;
  };

  // Starts a process with half of its job's share of the missing runs, so that all jobs stay busy. Runs that
  // the process does not begin return to missing_.
  void start_batch() {
    const std::size_t share = missing_.size() / (2 * static_cast<std::size_t>(options_.jobs));
    const std::size_t size = std::clamp<std::size_t>(share, 1, Batch::max_runs);
    std::vector<const IndexedRun*> runs(missing_.begin(),
                                        missing_.begin() + static_cast<std::ptrdiff_t>(size));
    missing_.erase(missing_.begin(), missing_.begin() + static_cast<std::ptrdiff_t>(size));
    auto child = std::make_unique<Child>([&] { return execute_batch(folder_, plan_, runs, shared_); });
    running_.push_back({std::move(runs), std::move(child), Clock::now()});
    show();
  }

  // False if no child has ended yet.
  bool reap_any() {
    const std::size_t ended = std::erase_if(running_, [&](const Running& running) {
      const std::optional<ChildResult> result = running.child->result();
      if (result) record_batch(running, *result);
      return result.has_value();
    });
    if (ended > 0) show();
    return ended > 0;
  }

  void wait() const {
    std::vector<const Child*> children;
    for (const Running& running : running_) children.push_back(running.child.get());
    Child::wait_for_any(children, slice);
  }

  void record_batch(const Running& running, const ChildResult& result) {
    seconds_ += std::max(0.0, std::chrono::duration<double>(Clock::now() - running.start).count());
    const Batch::Report report = Batch::report_of(result.output);
    std::size_t next = 0;
    std::vector<bool> is_recorded(running.runs.size(), false);
    for (const Batch::Outcome& outcome : report.ended) {
      record_run(*running.runs[outcome.index], outcome.exit_code,
                 fmt::format("exit code {}", outcome.exit_code), outcome.message);
      is_recorded[outcome.index] = true;
      next = outcome.index + 1;
    }
    const bool died = result.exit_code != static_cast<int>(ExitCode::ok);
    if (died && next < running.runs.size()) {  // during the run number `next`
      const std::string how = result.signal != 0 ? fmt::format("ended by signal {} ({})", result.signal,
                                                               ::strsignal(result.signal))
                                                 : fmt::format("exit code {}", result.exit_code);
      // The process may have died after it had completed the run's folder and before it reported that.
      const bool is_done = folder_.holds(*running.runs[next]);
      record_run(*running.runs[next], is_done ? 0 : result.exit_code, how, report.message);
      is_recorded[next] = true;
    }
    for (std::size_t i = running.runs.size(); i-- > 0;) {
      if (!is_recorded[i]) missing_.push_front(running.runs[i]);
    }
  }

  void record_run(const IndexedRun& run, int exit_code, const std::string& how, const std::string& message) {
    if (exit_code == static_cast<int>(ExitCode::ok)) {
      folder_.forget_failure(run);
      ++done_;
      ++finished_;
    } else if (exit_code == static_cast<int>(ExitCode::locked)) {
      ++elsewhere_;
    } else if (!StopSignal::received()) {  // a run that a signal stopped has not failed
      fail(run, message.empty() ? how : how + ": " + message);
    }
  }

  void fail(const IndexedRun& run, const std::string& reason) {
    ++failed_;
    if (is_terminal()) erase_line();
    print_message(fmt::format("run {} failed: {}\n", run.id, reason));
    folder_.record_failure(run, combinations_, reason);
  }

  void derive(const IndexedRun& run) {
    try {
      derive_run(folder_, read(run));
      folder_.forget_failure(run);
      ++done_;
    } catch (const Error& error) {
      if (error.code() != ExitCode::locked) return fail(run, error.what());
      ++elsewhere_;
    }
  }

  std::string line() const {
    std::string text = fmt::format("{}/{} done, {} running, {} failed", done_, counted(total_, "run"),
                                   running_.size(), failed_);
    if (elsewhere_ > 0) text += fmt::format(", {} in other processes", elsewhere_);
    const int left = total_ - done_ - failed_ - elsewhere_;
    if (finished_ > 0 && left > 0) {
      text += fmt::format(", about {} left", seconds_text(seconds_ / finished_ * left / options_.jobs));
    }
    return text;
  }

  static bool is_terminal() { return ::isatty(STDERR_FILENO) != 0; }

  // Updates the line of a terminal, or adds a line if one is due.
  void show() {
    if (options_.quiet) return;
    if (is_terminal()) {
      erase_line();
      print_message(line());
    } else if (pace_.due(Clock::now())) {
      print_message(line() + "\n");
    }
  }

  const SweepFolder& folder_;
  const Plan& plan_;
  Combinations combinations_;
  SharedObjects& shared_;
  DriverOptions options_;
  std::deque<const IndexedRun*> missing_;
  std::vector<const IndexedRun*> underived_;
  std::vector<Running> running_;
  int total_ = 0, done_ = 0, failed_ = 0, elsewhere_ = 0, finished_ = 0;
  Pace pace_{false, Clock::now()};  // of lines that do not go to a terminal
  double seconds_ = 0;              // the sum over all child processes that have ended
};

}  // namespace

ExitCode drive(const SweepFolder& folder, const Plan& plan, const std::vector<IndexedRun>& runs,
               SharedObjects& shared, const DriverOptions& options) {
  return Driver(folder, plan, runs, shared, options).run_all();
}

}  // namespace simbench

#include "study/driver.h"

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
#include "base/cache.h"
#include "base/child.h"
#include "base/counted.h"
#include "base/say.h"
#include "base/stop_signal.h"
#include "experiment/preparation.h"
#include "study/collapse.h"
#include "study/execute_run.h"

namespace simbench {

namespace {

using Clock = std::chrono::steady_clock;

constexpr int slice = 100;  // [ms] in which a signal is noticed that comes just before waiting

Cache quiet_cache() {
  return Cache(Cache::default_folder(), [](const std::string&) {});
}

class Driver {
 public:
  Driver(const StudyFolder& folder, const std::vector<StudyRun>& runs, const DriverOptions& options)
      : folder_(folder), options_(options) {
    for (const StudyRun& run : runs) {
      if (!run.declined.empty()) continue;
      ++total_;
      if (folder.holds(run)) {
        folder.forget_failure(run);
        ++done_;
      } else {
        if (run.source.empty()) {
          missing_.push_back(&run);
        } else {
          underived_.push_back(&run);
        }
      }
    }
  }

  ExitCode go() {
    const StopSignal stop_signal;
    prepare_start_states();
    bool told = false;
    while (!missing_.empty() || !running_.empty()) {
      while (!missing_.empty() && !StopSignal::received() &&
             static_cast<int>(running_.size()) < options_.jobs) {
        start_batch();
      }
      if (StopSignal::received()) missing_.clear();
      if (StopSignal::received() && !std::exchange(told, true)) {
        for (const Running& batch : running_) batch.child->send(StopSignal::received());
      }
      if (!running_.empty() && !reap_any()) wait();
    }
    for (auto run = underived_.begin(); run != underived_.end() && !StopSignal::received(); ++run)
      derive(**run);
    sync_file_system(folder_.path());
    if (!options_.quiet) say(line() + "\n");
    if (StopSignal::received()) return StopSignal::exit_code();
    if (failed_ > 0) return ExitCode::numerical_failure;
    return elsewhere_ > 0 ? ExitCode::locked : ExitCode::ok;
  }

 private:
  // Once for all runs: the cache then has them when the runs begin.
  void prepare_start_states() {
    std::map<std::string, std::vector<const StudyRun*>> recipes;
    for (const StudyRun* run : missing_) {
      const DeformableScene* deformable = run->experiment.scene.as<DeformableScene>();
      if (!deformable || !deformable->scene.preparation) continue;
      const nlohmann::ordered_json scene = resolved(deformable->scene);
      recipes[scene["body"].dump() + scene["preparation"].dump()].push_back(run);
    }
    for (const auto& [recipe, runs] : recipes) {
      const Experiment& any = runs.front()->experiment;
      try {
        any.scene.prepare(
            quiet_cache(),
            [&](const std::string& text) {
              if (!options_.quiet) say(text + "\n");
            },
            Stop(any.options.max_wall_seconds));
      } catch (const Stopped& stopped) {
        if (stopped.reason() == StopReason::signal) return;
        for (const StudyRun* run : runs) {  // each would take as long again
          fail(*run, stopped.what());
          std::erase(missing_, run);
        }
      } catch (const std::exception&) {
        // The runs that need it say what is wrong, and it is recorded with them.
      }
    }
  }

  // Runs that a process of their own does one after the other.
  struct Running {
    std::vector<const StudyRun*> runs;
    std::unique_ptr<Child> child;
    Clock::time_point start;
  };

  // So many that all jobs have something to do; those that the process leaves come back.
  void start_batch() {
    const std::size_t share = missing_.size() / (2 * static_cast<std::size_t>(options_.jobs));
    const std::size_t size = std::clamp<std::size_t>(share, 1, Batch::most);
    std::vector<const StudyRun*> runs(missing_.begin(), missing_.begin() + static_cast<std::ptrdiff_t>(size));
    missing_.erase(missing_.begin(), missing_.begin() + static_cast<std::ptrdiff_t>(size));
    auto child = std::make_unique<Child>([&] { return execute_batch(folder_, runs); });
    running_.push_back({std::move(runs), std::move(child), Clock::now()});
    show();
  }

  // False if no child has ended yet.
  bool reap_any() {
    const std::size_t ended = std::erase_if(running_, [&](const Running& running) {
      const std::optional<ChildResult> result = running.child->result();
      if (result) judge(running, *result);
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

  void judge(const Running& running, const ChildResult& result) {
    seconds_ += std::max(0.0, std::chrono::duration<double>(Clock::now() - running.start).count());
    const Batch::Report report = Batch::report_of(result.output);
    std::size_t next = 0;
    std::vector<bool> is_judged(running.runs.size(), false);
    for (const Batch::Outcome& outcome : report.ended) {
      judge(*running.runs[outcome.index], outcome.exit_code, fmt::format("exit code {}", outcome.exit_code),
            outcome.said);
      is_judged[outcome.index] = true;
      next = outcome.index + 1;
    }
    const bool died = result.exit_code != static_cast<int>(ExitCode::ok);
    if (died && next < running.runs.size()) {  // of this run, whatever happened
      const std::string how = result.signal != 0 ? fmt::format("ended by signal {} ({})", result.signal,
                                                               ::strsignal(result.signal))
                                                 : fmt::format("exit code {}", result.exit_code);
      // The process may have died between putting the run's folder in place and saying so.
      const bool is_done = folder_.holds(*running.runs[next]);
      judge(*running.runs[next], is_done ? 0 : result.exit_code, how, report.said);
      is_judged[next] = true;
    }
    std::vector<const StudyRun*> left;
    for (std::size_t i = 0; i < running.runs.size(); ++i) {
      if (!is_judged[i]) left.push_back(running.runs[i]);
    }
    missing_.insert(missing_.begin(), left.begin(), left.end());
  }

  void judge(const StudyRun& run, int exit_code, const std::string& how, const std::string& said) {
    if (exit_code == static_cast<int>(ExitCode::ok)) {
      folder_.forget_failure(run);
      ++done_;
      ++finished_;
    } else if (exit_code == static_cast<int>(ExitCode::locked)) {
      ++elsewhere_;
    } else if (!StopSignal::received()) {  // stopped runs are simply not done
      fail(run, said.empty() ? how : how + ": " + said);
    }
  }

  void fail(const StudyRun& run, const std::string& reason) {
    ++failed_;
    if (is_terminal()) erase_line();
    say(fmt::format("run {} failed: {}\n", run.id, reason));
    folder_.record_failure(run, reason);
  }

  void derive(const StudyRun& run) {
    try {
      derive_run(folder_, run);
      folder_.forget_failure(run);
      ++done_;
    } catch (const Error& error) {
      if (error.code() == ExitCode::locked) {
        ++elsewhere_;
      } else {
        fail(run, error.what());
      }
    }
  }

  std::string line() const {
    std::string text = fmt::format("{}/{} done, {} running, {} failed", done_, counted(total_, "run"),
                                   running_.size(), failed_);
    if (elsewhere_ > 0) text += fmt::format(", {} in other processes", elsewhere_);
    const int left = total_ - done_ - failed_ - elsewhere_;
    if (finished_ > 0 && left > 0) {
      text += fmt::format(", about {:.0f} s left", seconds_ / finished_ * left / options_.jobs);
    }
    return text;
  }

  static bool is_terminal() { return ::isatty(STDERR_FILENO) != 0; }

  void show() {
    if (options_.quiet || !is_terminal()) return;
    erase_line();
    say(line());
  }

  const StudyFolder& folder_;
  DriverOptions options_;
  std::deque<const StudyRun*> missing_;
  std::vector<const StudyRun*> underived_;
  std::vector<Running> running_;
  int total_ = 0, done_ = 0, failed_ = 0, elsewhere_ = 0, finished_ = 0;
  double seconds_ = 0;  // of all finished runs together
};

}  // namespace

ExitCode drive(const StudyFolder& folder, const std::vector<StudyRun>& runs, const DriverOptions& options) {
  return Driver(folder, runs, options).go();
}

}  // namespace simbench

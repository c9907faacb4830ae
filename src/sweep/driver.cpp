#include "sweep/driver.h"

#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <map>

#include "base/cache.h"
#include "base/counted.h"
#include "base/say.h"
#include "base/stop_signal.h"
#include "config/member.h"
#include "experiment/result_folder.h"
#include "scene/world.h"
#include "sweep/collapse.h"

namespace simbench {

namespace {

using Clock = std::chrono::steady_clock;

Cache quiet_cache() {
  return Cache(Cache::default_folder(), [](const std::string&) {});
}

// A run that goes on in a process of its own. What it says on standard error goes to a file without a name.
struct Child {
  const SweepRun* run;
  std::FILE* output;
  Clock::time_point start;
};

std::string last_line(std::FILE* file) {
  std::rewind(file);
  std::string line, last;
  for (int c; (c = std::fgetc(file)) != EOF;) {
    if (c != '\n') {
      line += static_cast<char>(c);
    } else if (!line.empty()) {
      last = std::exchange(line, {});
    }
  }
  return line.empty() ? last : line;
}

// The body of a child: never returns. Runs in a copy of the driver, which has one thread only.
[[noreturn]] void be_child(const SweepFolder& folder, const SweepRun& run, std::FILE* output, pid_t parent) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);  // without the driver nobody would notice the run
  ::setpgid(0, 0);                     // Ctrl-C goes to the driver, which tells its children once
  if (::getppid() != parent) ::_exit(static_cast<int>(ExitCode::interrupted));
  ::dup2(::fileno(output), STDERR_FILENO);
  ::close_range(3, ~0U, 0);  // the driver's lock above all: it must end with the driver
  int code = 0;
  try {
    code = static_cast<int>(execute_run(folder, run));
  } catch (const Error& error) {
    std::fputs(error.what(), stderr);
    code = static_cast<int>(error.code());
  } catch (const std::bad_alloc&) {
    std::fputs("out of memory", stderr);
    code = static_cast<int>(ExitCode::resources);
  } catch (const std::exception& error) {
    std::fputs(config::plain(error).c_str(), stderr);
    code = static_cast<int>(ExitCode::output);
  }
  std::fflush(stderr);
  ::_exit(code);
}

// While an object lives, SIGCHLD and the stop signals are held back but in wait(): so none slips in between looking
// whether a child has ended and waiting for one to end.
class SignalGate {
 public:
  SignalGate() {
    sigset_t held;
    ::sigemptyset(&held);
    ::sigaddset(&held, SIGCHLD);
    for (const int signal : StopSignal::signals) ::sigaddset(&held, signal);
    ::sigprocmask(SIG_BLOCK, &held, &open_);
    std::signal(SIGCHLD, [](int) {});  // an ignored signal would wake nobody
  }
  ~SignalGate() { open(); }
  void open() const { ::sigprocmask(SIG_SETMASK, &open_, nullptr); }
  void wait() const { ::sigsuspend(&open_); }

 private:
  sigset_t open_;
};

class Driver {
 public:
  Driver(const SweepFolder& folder, const std::vector<SweepRun>& runs, const DriverOptions& options)
      : folder_(folder), options_(options) {
    for (const SweepRun& run : runs) {
      if (!run.declined.empty()) continue;
      ++total_;
      if (folder.holds(run)) {
        folder.forget_failure(run);
        ++done_;
      } else {
        (run.source.empty() ? missing_ : underived_).push_back(&run);
      }
    }
  }

  ExitCode go() {
    const StopSignal stop_signal;
    prepare_start_states();
    const SignalGate gate;
    auto next = missing_.begin();
    bool told = false;
    while (next != missing_.end() || !children_.empty()) {
      while (next != missing_.end() && !StopSignal::received() &&
             static_cast<int>(children_.size()) < options_.jobs) {
        start(**next++, gate);
      }
      if (StopSignal::received()) next = missing_.end();
      if (StopSignal::received() && !std::exchange(told, true)) {
        for (const auto& [process, child] : children_) ::kill(process, StopSignal::received());
      }
      if (!children_.empty() && !reap_one()) gate.wait();
    }
    for (auto run = underived_.begin(); run != underived_.end() && !StopSignal::received(); ++run)
      derive(**run);
    if (!options_.quiet) say(line() + "\n");
    if (StopSignal::received()) return StopSignal::exit_code();
    if (failed_ > 0) return ExitCode::numerical_failure;
    return elsewhere_ > 0 ? ExitCode::locked : ExitCode::ok;
  }

 private:
  // Once for all runs: the cache then has them when the runs begin.
  void prepare_start_states() {
    std::map<std::string, std::vector<const SweepRun*>> recipes;
    for (const SweepRun* run : missing_) {
      const nlohmann::ordered_json& scene = run->configuration.scene;
      if (scene.contains("preparation"))
        recipes[scene["body"].dump() + scene["preparation"].dump()].push_back(run);
    }
    for (const auto& [recipe, runs] : recipes) {
      const RunConfiguration& any = runs.front()->configuration;
      try {
        build_world(
            any.parsed_scene(), quiet_cache(),
            [&](const std::string& text) {
              if (!options_.quiet) say(text + "\n");
            },
            Stop(any.options.max_wall_seconds));
      } catch (const Stopped& stopped) {
        if (stopped.reason() == StopReason::signal) return;
        for (const SweepRun* run : runs) {  // each would take as long again
          fail(*run, stopped.what());
          std::erase(missing_, run);
        }
      } catch (const std::exception&) {
        // The runs that need it say what is wrong, and it is recorded with them.
      }
    }
  }

  void start(const SweepRun& run, const SignalGate& gate) {
    std::FILE* output = std::tmpfile();
    if (!output)
      throw Error(ExitCode::output, fmt::format("cannot create a temporary file: {}", std::strerror(errno)));
    std::fflush(nullptr);  // or the child would write what is buffered a second time
    const pid_t parent = ::getpid();
    const pid_t process = ::fork();
    if (process < 0)
      throw Error(ExitCode::resources, fmt::format("cannot start a process: {}", std::strerror(errno)));
    if (process == 0) {
      gate.open();
      be_child(folder_, run, output, parent);
    }
    children_[process] = {&run, output, Clock::now()};
    show();
  }

  // False if no child has ended yet.
  bool reap_one() {
    int status = 0;
    const auto found = children_.find(::waitpid(-1, &status, WNOHANG));
    if (found == children_.end()) return false;
    const Child child = found->second;
    children_.erase(found);
    judge(child, status);
    std::fclose(child.output);
    show();
    return true;
  }

  void judge(const Child& child, int status) {
    const int code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    if (code == static_cast<int>(ExitCode::ok)) {
      folder_.forget_failure(*child.run);
      ++done_;
      ++finished_;
      seconds_ += std::max(0.0, std::chrono::duration<double>(Clock::now() - child.start).count());
    } else if (code == static_cast<int>(ExitCode::locked)) {
      ++elsewhere_;
    } else if (!StopSignal::received()) {  // stopped runs are simply not done
      const std::string said = last_line(child.output);
      const std::string how = WIFSIGNALED(status) ? fmt::format("ended by signal {} ({})", WTERMSIG(status),
                                                                ::strsignal(WTERMSIG(status)))
                                                  : fmt::format("exit code {}", code);
      fail(*child.run, said.empty() ? how : how + ": " + said);
    }
  }

  void fail(const SweepRun& run, const std::string& reason) {
    ++failed_;
    say(fmt::format("{}run {} failed: {}\n", line_start(), run.id, reason));
    folder_.record_failure(run, reason);
  }

  void derive(const SweepRun& run) {
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
                                   children_.size(), failed_);
    if (elsewhere_ > 0) text += fmt::format(", {} in other processes", elsewhere_);
    const int left = total_ - done_ - failed_ - elsewhere_;
    if (finished_ > 0 && left > 0) {
      text += fmt::format(", about {:.0f} s left", seconds_ / finished_ * left / options_.jobs);
    }
    return text;
  }

  static const char* line_start() { return ::isatty(STDERR_FILENO) ? "\r\x1b[K" : ""; }

  void show() {
    if (options_.quiet || !::isatty(STDERR_FILENO)) return;
    say(line_start() + line());
  }

  const SweepFolder& folder_;
  DriverOptions options_;
  std::vector<const SweepRun*> missing_, underived_;
  std::map<pid_t, Child> children_;
  int total_ = 0, done_ = 0, failed_ = 0, elsewhere_ = 0, finished_ = 0;
  double seconds_ = 0;  // of all finished runs together
};

}  // namespace

ExitCode execute_run(const SweepFolder& folder, const SweepRun& run) {
  ResultFolder results(folder.run(run.id), run.configuration, Replace::damaged_run);
  if (folder.holds(run)) return ExitCode::ok;  // another process has done it in the meantime
  const Scene scene = run.configuration.parsed_scene();
  const Cache cache = quiet_cache();
  const Stop stop(run.configuration.options.max_wall_seconds);
  const World world = build_world(
      scene, cache, [](const std::string&) {}, stop);
  RunListener listener;
  listener.note = [](const std::string&) {};
  listener.record = [](const Record&) {};
  listener.snapshot = [&](int step, int iteration, const Positions<double>& positions) {
    results.write_snapshot(*world.mesh, step, iteration, positions);
  };
  listener.stop = stop;
  const std::string started = utc_now();
  const RunResult result = simbench::run(scene, world, *find_solver(run.configuration.solver),
                                         run.configuration.options, cache, listener);
  if (result.status == Status::interrupted) return StopSignal::exit_code();
  if (result.status == Status::timeout) {
    throw Error(ExitCode::resources, result.message.empty() ? "stopped after max_seconds" : result.message);
  }
  const std::filesystem::path place = results.complete(world, result, {1, started, utc_now()});
  if (place != folder.run(run.id))
    throw Error(ExitCode::output, fmt::format("'{}' was taken during the run: its folder is '{}'",
                                              folder.run(run.id).string(), place.string()));
  return ExitCode::ok;
}

ExitCode drive(const SweepFolder& folder, const std::vector<SweepRun>& runs, const DriverOptions& options) {
  return Driver(folder, runs, options).go();
}

}  // namespace simbench

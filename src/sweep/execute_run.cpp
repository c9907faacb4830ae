#include "sweep/execute_run.h"

#include <fmt/format.h>

#include <cstdio>
#include <functional>
#include <new>
#include <sstream>
#include <utility>

#include "base/stop_signal.h"
#include "config/member.h"
#include "results/execute.h"
#include "sweep/combinations.h"

namespace simbench {

ExitCode execute_run(const SweepFolder& folder, const SweepRun& run, std::optional<FileLock>& spare) {
  const Experiment& experiment = run.experiment;
  ResultFolder results(folder.run(run.id), experiment, Replace::damaged_run, Sync::later,
                       std::exchange(spare, std::nullopt));
  if (folder.holds(run)) return ExitCode::ok;  // another process has done it in the meantime
  const Context context{.cache = Cache::without_warnings(),
                        .stop = Stop(experiment.options.max_wall_seconds)};
  const std::unique_ptr<PreparedScene> prepared = experiment.scene->prepare(context);
  const Executed executed = execute(experiment, *prepared, results, {}, context);
  const RunResult& result = executed.result;
  if (result.status == Status::interrupted) return StopSignal::exit_code();
  if (result.status == Status::timeout) {
    throw Error(ExitCode::resources, result.message.empty() ? "stopped after max_seconds" : result.message);
  }
  const std::filesystem::path place = results.complete(result, executed.environment);
  if (place != folder.run(run.id))
    throw Error(ExitCode::output,
                fmt::format("another process has filled '{}' during the run; this run is in '{}'",
                            folder.run(run.id).string(), place.string()));
  spare = results.take_lock();
  return ExitCode::ok;
}

namespace {

// A run's messages end with "⟨mark⟩index code\n". No message contains this character.
constexpr char mark = '\x1e';

std::string last_line(const std::string& text) {
  const std::size_t end = text.find_last_not_of('\n');
  if (end == std::string::npos) return {};
  const std::size_t before = text.rfind('\n', end);
  const std::size_t begin = before == std::string::npos ? 0 : before + 1;
  return text.substr(begin, end + 1 - begin);
}

// Writes the message of an error to standard error.
ExitCode execute_and_report(const SweepFolder& folder, const std::function<SweepRun()>& read,
                            std::optional<FileLock>& spare) {
  ExitCode code = ExitCode::ok;
  try {
    code = execute_run(folder, read(), spare);
  } catch (const Error& error) {
    std::fputs(error.what(), stderr);
    code = error.code();
  } catch (const std::bad_alloc&) {
    std::fputs("out of memory", stderr);
    code = ExitCode::resources;
  } catch (const std::exception& error) {
    std::fputs(config::plain(error).c_str(), stderr);
    code = ExitCode::output;
  }
  return code;
}

}  // namespace

int execute_batch(const SweepFolder& folder, const Plan& plan, std::span<const IndexedRun* const> runs,
                  SharedObjects& shared) {
  const Combinations combinations(plan);
  const auto start = std::chrono::steady_clock::now();
  std::optional<FileLock> spare;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const ExitCode code = execute_and_report(
        folder, [&] { return plan.run(combinations, *runs[i], shared); }, spare);
    if (StopSignal::received()) return static_cast<int>(StopSignal::exit_code());
    std::fputs(fmt::format("{}{} {}\n", mark, i, static_cast<int>(code)).c_str(), stderr);
    std::fflush(stderr);
    if (std::chrono::steady_clock::now() - start > Batch::time_limit) break;
  }
  return static_cast<int>(ExitCode::ok);
}

Batch::Report Batch::report_of(const std::string& output) {
  Report report;
  std::istringstream text(output);
  for (std::string messages; std::getline(text, messages, mark);) {
    if (text.eof()) {  // no mark follows: the run did not end
      report.message = last_line(messages);
      break;
    }
    Outcome outcome{0, 0, last_line(messages)};
    text >> outcome.index >> outcome.exit_code;
    text.get();  // the line's end
    report.ended.push_back(std::move(outcome));
  }
  return report;
}

}  // namespace simbench

#include "study/execute_run.h"

#include <fmt/format.h>

#include <cstdio>
#include <new>
#include <sstream>

#include "base/stop_signal.h"
#include "config/member.h"
#include "results/execute.h"

namespace simbench {

ExitCode execute_run(const StudyFolder& folder, const StudyRun& run) {
  const Experiment& experiment = run.experiment;
  ResultFolder results(folder.run(run.id), experiment, Replace::damaged_run, Sync::later);
  if (folder.holds(run)) return ExitCode::ok;  // another process has done it in the meantime
  const Cache cache(Cache::default_folder(), [](const std::string&) {});
  const Stop stop(experiment.options.max_wall_seconds);
  const PreparedScene prepared = experiment.scene.prepare(
      cache, [](const std::string&) {}, stop);
  const Executed executed = execute(experiment, prepared, cache, results, {}, {.stop = stop});
  const RunResult& result = executed.result;
  if (result.status == Status::interrupted) return StopSignal::exit_code();
  if (result.status == Status::timeout) {
    throw Error(ExitCode::resources, result.message.empty() ? "stopped after max_seconds" : result.message);
  }
  const std::filesystem::path place = results.complete(result, executed.environment);
  if (place != folder.run(run.id))
    throw Error(ExitCode::output, fmt::format("'{}' was taken during the run: its folder is '{}'",
                                              folder.run(run.id).string(), place.string()));
  return ExitCode::ok;
}

namespace {

// Ends what a run has said: "⟨mark⟩index code\n". No message contains the character.
constexpr char mark = '\x1e';

std::string last_line(const std::string& text) {
  const std::size_t end = text.find_last_not_of('\n');
  if (end == std::string::npos) return {};
  const std::size_t before = text.rfind('\n', end);
  const std::size_t begin = before == std::string::npos ? 0 : before + 1;
  return text.substr(begin, end + 1 - begin);
}

// What goes wrong is said on standard error.
ExitCode execute_and_say(const StudyFolder& folder, const StudyRun& run) {
  ExitCode code = ExitCode::ok;
  try {
    code = execute_run(folder, run);
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

int execute_batch(const StudyFolder& folder, std::span<const StudyRun* const> runs) {
  const auto start = std::chrono::steady_clock::now();
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const ExitCode code = execute_and_say(folder, *runs[i]);
    if (StopSignal::received()) return static_cast<int>(StopSignal::exit_code());
    std::fputs(fmt::format("{}{} {}\n", mark, i, static_cast<int>(code)).c_str(), stderr);
    std::fflush(stderr);
    if (std::chrono::steady_clock::now() - start > Batch::enough) break;
  }
  return static_cast<int>(ExitCode::ok);
}

Batch::Report Batch::report_of(const std::string& output) {
  Report report;
  std::istringstream text(output);
  for (std::string said; std::getline(text, said, mark);) {
    if (text.eof()) {  // nothing has ended this
      report.said = last_line(said);
      break;
    }
    Outcome outcome{0, 0, last_line(said)};
    text >> outcome.index >> outcome.exit_code;
    text.get();  // the line's end
    report.ended.push_back(std::move(outcome));
  }
  return report;
}

}  // namespace simbench

#include "study/execute_run.h"

#include <fmt/format.h>

#include <cstdio>
#include <new>

#include "base/stop_signal.h"
#include "config/member.h"
#include "results/execute.h"

namespace simbench {

ExitCode execute_run(const StudyFolder& folder, const StudyRun& run) {
  const Experiment& experiment = run.experiment;
  ResultFolder results(folder.run(run.id), experiment, Replace::damaged_run);
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

int execute_in_child(const StudyFolder& folder, const StudyRun& run) {
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
  std::fflush(stderr);
  return static_cast<int>(code);
}

}  // namespace simbench

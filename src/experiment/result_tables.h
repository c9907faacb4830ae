// iterations.csv and timings.csv as text (docs/output.md describes the columns).
#pragma once

#include <string>
#include <string_view>

#include "experiment/run.h"

namespace simbench {

std::string iterations_csv(const RunResult& result);
std::string timings_csv(const RunResult& result);

// Every cell of an iterations.csv where time is measured in units of `time_unit` seconds.
std::string csv_in_time_unit(std::string_view csv, double time_unit);
// The timings.csv of a run that took no time of its own.
std::string without_times(std::string_view csv);

}  // namespace simbench

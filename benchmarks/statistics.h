// Medians and quartiles of times, and the numbers of a row that every measurement has.
#pragma once

#include <array>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "race.h"

namespace simbench::benchmarks {

using Json = nlohmann::json;
constexpr double no_value = std::numeric_limits<double>::quiet_NaN();

// These leave out NaN, and are NaN without any number.
double shortest(const std::vector<double>& seconds);
double median(std::vector<double> seconds);
std::array<double, 3> quartiles(std::vector<double> seconds);  // the middle one is the median

// Writes the time of an iteration: the shortest and the median, the quartiles of the medians of blocks, and
// the same relative to the yardstick, turn by turn. The yardstick's code never changes: it is the baseline,
// or decompositions (yardstick.h). So relative times of two days can be compared, even if the machine was
// slower on one of them.
void write_times(Json& row, const Contestant& ours, const Contestant& yardstick);

}  // namespace simbench::benchmarks

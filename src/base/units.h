// Converts the units of settings and metrics.
#pragma once

#include <string_view>

namespace simbench {

// Converts a value with the given unit from seconds to a unit of time of `time_unit` seconds: 1 J = 1 kg
// m²/s² becomes 4 if the unit of time is 2 s. Throws std::logic_error for a unit that is not in the table.
double in_time_unit(double value, std::string_view unit, double time_unit);

}  // namespace simbench

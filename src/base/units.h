// The units that settings and metrics are measured in, as far as anybody computes with them.
#pragma once

#include <string_view>

namespace simbench {

// What a value [unit] is where time is measured in units of `time_unit` seconds: an energy of 1 J = 1 kg m²/s² is 4 where
// the unit of time is 2 s. Throws std::logic_error for a unit that nobody has used so far.
double in_time_unit(double value, std::string_view unit, double time_unit);

}  // namespace simbench

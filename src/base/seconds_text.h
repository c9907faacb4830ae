// A time in words.
#pragma once

#include <string>

namespace simbench {

// All times for people: "3.4 ms" below a second, "1.2 s" below two minutes, "5 min" below two hours, or "3
// h". Two digits, or whole units from 10 on. python/simbench/seconds.py does the same.
std::string seconds_text(double seconds);

}  // namespace simbench

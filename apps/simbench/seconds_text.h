// A time in words.
#pragma once

#include <string>

namespace simbench {

// "0.52 ms", "0.0034 s" or "236 s": two digits, or whole seconds from 100 s on.
std::string seconds_text(double seconds);

}  // namespace simbench

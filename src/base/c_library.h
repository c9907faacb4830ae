// The C library of this machine, as far as it decides the last bits of results.
#pragma once

#include <string>

namespace simbench {

// Its version, and a fingerprint of its functions: glibc chooses variants of exp, log, pow, sin and others by
// the processor (and by GLIBC_TUNABLES), and they round differently. "2.36 (functions 1f0c93a2)".
std::string c_library();

}  // namespace simbench

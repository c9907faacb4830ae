// Reads a document into settings structs, strictly: nothing is guessed, converted or ignored.
#pragma once

#include "config/document.h"
#include "config/fields.h"

namespace simbench::config {

// Throws Error with ExitCode::usage at the first of these errors: a wrong type, a number out of range, an
// unknown or missing key, none or several keys of exactly_one(), a violated require(). The error names the
// place (file, line and column, or the --set), the JSON pointer, and the allowed values. If --set chooses
// another variant than the file, the keys of the file for its variant are ignored. The key "$schema" of the
// root is ignored; editors use it.
void read(const Document& document, const Describe& describe);

}  // namespace simbench::config

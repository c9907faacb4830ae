// Reads a document into settings structs, strictly: nothing is guessed, converted or ignored.
#pragma once

#include "config/document.h"
#include "config/fields.h"

namespace simbench::config {

// Error with ExitCode::usage for the first of: a wrong type, a number out of range, an unknown or missing
// key, none or several of exactly_one(), a broken require(). It names the file, line and column or the --set,
// the JSON pointer, and what is allowed. Where --set chooses another variant than the file does, the file's
// keys for the old variant are left unread. A key "$schema" of the root is for editors and means nothing
// here.
void read(const Document& document, const Describe& describe);

}  // namespace simbench::config

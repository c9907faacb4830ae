// How messages and the schema name kinds of values: "a number greater than 0 [s]", "an integer at least 1".
#pragma once

#include <string>

#include "config/fields.h"
#include "config/json.h"

namespace simbench::config {

std::string kind_of_number(const NumberOptions& options);
std::string kind_of_integer(const IntegerOptions& options);

// A value: "an object", "a list of 3", "the text \"abc\"".
std::string shown(const Json& value);

// A text from a file, which may be of any length, cut so that a message stays one: "stiffnessstiff...". `longest` is in
// bytes; a UTF-8 character is kept or dropped as a whole.
std::string shortened(std::string_view text, std::size_t longest = 60);

}  // namespace simbench::config

// Describes kinds of values in words, for messages and the schema: "a number greater than 0 [s]", "an integer
// at least 1".
#pragma once

#include <string>

#include "config/fields.h"
#include "config/json.h"

namespace simbench::config {

std::string kind_of_number(const NumberOptions& options);
std::string kind_of_integer(const IntegerOptions& options);

// A short description of a value: "an object", "a list of 3", "the text \"abc\"".
std::string shown(const Json& value);

// Cuts a text from a file so that messages stay readable: "stiffnessstiff...". `longest` is in bytes; UTF-8
// characters are never split.
std::string shortened(std::string_view text, std::size_t longest = 60);

}  // namespace simbench::config

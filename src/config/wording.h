// How messages and the schema name kinds of values: "a number greater than 0 [s]", "an integer at least 1".
#pragma once

#include <string>

#include "config/fields.h"

namespace simbench::config {

std::string kind_of_number(const NumberOptions& options);
std::string kind_of_integer(const IntegerOptions& options);

}  // namespace simbench::config

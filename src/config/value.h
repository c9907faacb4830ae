// A member of a settings struct that is not an object: how it is read, written and documented.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "config/json.h"

namespace simbench::config {

class Document;

// Converts a number from the unit of its description to another unit.
using Conversion = std::function<double(double value, std::string_view unit)>;

class Value {
 public:
  virtual ~Value() = default;
  // Takes the value `given` at `place`, a JSON pointer. Throws Error (usage) if its type or range is wrong.
  virtual void read(const Json& given, const std::string& place, const Document& document) = 0;
  // Null if the member is absent.
  virtual Json written(const Conversion& convert) const = 0;
  virtual Json schema() const = 0;
};

}  // namespace simbench::config

// A member of a settings struct that is no object: how it is read, written and documented, in one place.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "config/json.h"

namespace simbench::config {

class Document;

// A number from the unit of its description to another one.
using Conversion = std::function<double(double value, std::string_view unit)>;

class Value {
 public:
  virtual ~Value() = default;
  // Takes what a document gives at `place`, a JSON pointer. Throws Error (usage) for a value of another kind or out of its range.
  virtual void read(const Json& given, const std::string& place, const Document& document) = 0;
  // Null: absent.
  virtual Json written(const Conversion& convert) const = 0;
  virtual Json schema() const = 0;
};

}  // namespace simbench::config

// The result of `simbench check`: properties of a scene that are known before a run.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace simbench {

// Lines of text: a name and a value. If a value is infinite or NaN, the line is left out, and overflowing()
// lists its name. Then a modulus, mass or length of the scene is so large or small that numbers computed from
// it do not fit into a double.
class InspectionLines {
 public:
  // An empty name continues the line before.
  template <class... Values>
  void add(std::string_view name, fmt::format_string<Values...> format, Values&&... values) {
    if (!name.empty()) latest_ = name;
    if ((is_number(values) && ...)) {
      text_ += fmt::format("  {:<14} {}\n", name, fmt::format(format, std::forward<Values>(values)...));
    } else if (overflowing_.empty() || overflowing_.back() != latest_) {
      overflowing_.push_back(latest_);
    }
  }
  const std::string& text() const { return text_; }
  const std::vector<std::string>& overflowing() const { return overflowing_; }

 private:
  template <class Value>
  static bool is_number(const Value& value) {
    if constexpr (std::is_floating_point_v<Value>) return std::isfinite(value);
    return true;
  }

  std::string text_;
  std::string latest_;  // the last name
  std::vector<std::string> overflowing_;
};

struct Inspection {
  InspectionLines lines;
  nlohmann::ordered_json json;  // the same information for other programs (docs/json.md)
  bool passed = true;           // false if a test failed, such as a test of derivatives
};

}  // namespace simbench

// Single values of a document, taken strictly: a value of another kind or out of its range is an error.
#pragma once

#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>

#include "config/document.h"
#include "config/fields.h"

namespace simbench::config {

enum class Length { any, at_least_one, three };

// `place` is the JSON pointer of the value, for the message. All errors have ExitCode::usage.
class StrictValues {
 public:
  explicit StrictValues(const Document& document) : document_(document) {}

  double number(const nlohmann::ordered_json& given, const std::string& place,
                const NumberOptions& options) const;
  int integer(const nlohmann::ordered_json& given, const std::string& place,
              const IntegerOptions& options) const;
  bool boolean(const nlohmann::ordered_json& given, const std::string& place) const;
  std::string text(const nlohmann::ordered_json& given, const std::string& place) const;
  std::string word(const nlohmann::ordered_json& given, const std::string& place,
                   std::span<const std::string_view> words) const;

  void require_list(const nlohmann::ordered_json& given, const std::string& place, Length length) const;

  [[noreturn]] void fail(const std::string& place, std::string_view message) const;

  // How messages call a value: "an object", "a list of 3", "the text \"abc\"".
  static std::string shown(const nlohmann::ordered_json& value);

 private:
  const Document& document_;
};

}  // namespace simbench::config

// The kinds of single values that Fields supports, each with its reading, writing and schema. lists.h has
// lists of them.
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/nearest_name.h"
#include "base/number_text.h"
#include "config/document.h"
#include "config/fields.h"
#include "config/parser.h"
#include "config/value.h"
#include "config/wording.h"

namespace simbench::config {

struct NumberKind {
  using Type = double;
  const NumberOptions& options;

  double read(const Json& given, const std::string& place, const Document& document) const {
    if (!given.is_number())
      document.fail(place, fmt::format("expected {}; found {}", kind_of_number(options), shown(given)));
    const double value = given.get<double>();
    if (!options.range.contains(value))
      document.fail(place,
                    fmt::format("{} is out of range; allowed: {}", shown(given), kind_of_number(options)));
    return value;
  }
  Json written(double value, const Conversion& convert) const { return convert(value, options.unit); }
  Json schema() const {
    Json schema = {{"type", "number"}};
    const Range& range = options.range;
    if (std::isfinite(range.minimum))
      schema[range.minimum_open ? "exclusiveMinimum" : "minimum"] = range.minimum;
    if (std::isfinite(range.maximum))
      schema[range.maximum_open ? "exclusiveMaximum" : "maximum"] = range.maximum;
    return schema;
  }
};

struct IntegerKind {
  using Type = int;
  const IntegerOptions& options;

  int read(const Json& given, const std::string& place, const Document& document) const {
    const bool is_integer = given.is_number() && std::trunc(given.get<double>()) == given.get<double>();
    if (!is_integer)
      document.fail(place, fmt::format("expected {}; found {}", kind_of_integer(options), shown(given)));
    const double value = given.get<double>();  // a double holds every int exactly, so nothing wraps around
    if (value < options.minimum || value > options.maximum)
      document.fail(place,
                    fmt::format("{} is out of range; allowed: {}", shown(given), kind_of_integer(options)));
    return static_cast<int>(value);
  }
  Json written(int value, const Conversion&) const { return value; }
  Json schema() const {
    return {{"type", "integer"}, {"minimum", options.minimum}, {"maximum", options.maximum}};
  }
};

struct BooleanKind {
  using Type = bool;

  bool read(const Json& given, const std::string& place, const Document& document) const {
    if (!given.is_boolean()) document.fail(place, "expected true or false; found " + shown(given));
    return given.get<bool>();
  }
  Json written(bool value, const Conversion&) const { return value; }
  Json schema() const { return {{"type", "boolean"}}; }
};

struct TextKind {
  using Type = std::string;

  std::string read(const Json& given, const std::string& place, const Document& document) const {
    if (!given.is_string()) document.fail(place, "expected a text; found " + shown(given));
    return given.get<std::string>();
  }
  Json written(const std::string& value, const Conversion&) const { return value; }
  Json schema() const { return {{"type", "string"}}; }
};

struct WordKind {
  using Type = std::string;
  std::span<const std::string_view> words;

  std::string read(const Json& given, const std::string& place, const Document& document) const {
    if (!given.is_string())
      document.fail(place, fmt::format("expected one of {}; found {}", fmt::join(words, ", "), shown(given)));
    const auto word = given.get<std::string>();
    if (std::ranges::find(words, word) == words.end())
      document.fail(place, fmt::format("unknown value '{}'{}", shortened(word), did_you_mean(word, words)));
    return word;
  }
  Json written(const std::string& value, const Conversion&) const { return value; }
  Json schema() const { return {{"enum", words}}; }
};

struct AnyKind {
  using Type = Json;

  Json read(const Json& given, const std::string& place, const Document& document) const {
    if (given.is_null()) document.fail(place, "null is not allowed here");
    return given;
  }
  Json written(const Json& value, const Conversion&) const { return value; }
  Json schema() const { return {{"not", {{"type", "null"}}}}; }
};

// A value of a kind, or a std::optional of it.
template <class Kind, class Holder = typename Kind::Type>
class Single final : public Value {
 public:
  Single(const Kind& kind, Holder& holder) : kind_(kind), holder_(holder) {}
  void read(const Json& given, const std::string& place, const Document& document) override {
    holder_ = kind_.read(given, place, document);
  }
  Json written(const Conversion& convert) const override {
    if constexpr (requires { holder_.has_value(); }) {
      return holder_ ? kind_.written(*holder_, convert) : Json();
    } else {
      return kind_.written(holder_, convert);
    }
  }
  Json schema() const override { return kind_.schema(); }

 private:
  Kind kind_;
  Holder& holder_;
};

class NumberOrWord final : public Value {
 public:
  NumberOrWord(const NumberKind& kind, std::optional<double>& number, const WordKind& words,
               std::string& word)
      : kind_(kind), number_(number), words_(words), word_(word) {}
  void read(const Json& given, const std::string& place, const Document& document) override {
    const auto is_given = [&](std::string_view word) { return given == Json(word); };
    if (!given.is_number() && std::ranges::none_of(words_.words, is_given)) {
      document.fail(place, fmt::format("expected {} or '{}'; found {}", kind_of_number(kind_.options),
                                       fmt::join(words_.words, "' or '"), shown(given)));
    }
    number_.reset();
    if (given.is_number()) {
      number_ = kind_.read(given, place, document);
    } else {
      word_ = given.get<std::string>();
    }
  }
  Json written(const Conversion& convert) const override {
    return number_ ? kind_.written(*number_, convert) : Json(word_);
  }
  Json schema() const override { return {{"anyOf", {kind_.schema(), words_.schema()}}}; }

 private:
  NumberKind kind_;
  std::optional<double>& number_;
  WordKind words_;
  std::string& word_;
};

}  // namespace simbench::config

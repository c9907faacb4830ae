// A settings struct describes itself once. The description serves strict reading, writing with all defaults
// resolved, and the JSON Schema for editors:
//
//   void StepSettings::describe(config::Fields& fields) {
//     fields.number("time_step", time_step, {.unit = "s", .doc = "of the integrator", .range = positive});
//     fields.integer("iterations", iterations, {.doc = "iterations per step", .minimum = 0});
//   }
//
// If a file leaves a member out, the member keeps its value in the struct, unless its options contain
// `required`.
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <functional>
#include <initializer_list>
#include <limits>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace simbench::config {

// An interval of finite numbers. An infinite bound means "no bound"; values that are not finite are never
// accepted.
struct Range {
  double minimum = -std::numeric_limits<double>::infinity();
  double maximum = std::numeric_limits<double>::infinity();
  bool minimum_open = false;  // true if the bound itself is excluded
  bool maximum_open = false;
  bool contains(double value) const;
  std::string text()
      const;  // "greater than 0", "at least 0", "between -1 and 0.5 (both excluded)", "any finite number"
};
inline constexpr Range any_number{};
inline constexpr Range positive{.minimum = 0, .minimum_open = true};
inline constexpr Range non_negative{.minimum = 0};

// `example` is a value for the documentation, as JSON or as a text. Members without a default need one.
struct NumberOptions {
  std::string_view unit = "";
  std::string_view doc = "";
  Range range = any_number;
  bool required = false;
  std::string_view example = "";
};
struct IntegerOptions {
  std::string_view unit = "";
  std::string_view doc = "";
  int minimum = std::numeric_limits<int>::min();
  int maximum = std::numeric_limits<int>::max();
  bool required = false;
  std::string_view example = "";
};
struct Options {
  std::string_view unit = "";
  std::string_view doc = "";
  bool required = false;
  std::string_view example = "";
};

class Value;
class Fields;
using Describe = std::function<void(Fields&)>;

class Fields {
 public:
  virtual ~Fields() = default;

  // A value of any kind with its own description. The functions below handle the kinds that settings use.
  virtual void member(std::string_view key, Value& value, const Options& options) = 0;
  void number(std::string_view key, double& value, const NumberOptions& options);
  // Empty (the default) unless the file gives the value; written only if not empty.
  void optional_number(std::string_view key, std::optional<double>& value, const NumberOptions& options);
  void integer(std::string_view key, int& value, const IntegerOptions& options);
  void optional_integer(std::string_view key, std::optional<int>& value, const IntegerOptions& options);
  void boolean(std::string_view key, bool& value, const Options& options);
  void text(std::string_view key, std::string& value, const Options& options);
  void optional_text(std::string_view key, std::optional<std::string>& value, const Options& options);
  // One of several words.
  void choice(std::string_view key, std::string& value, std::span<const std::string_view> words,
              const Options& options);
  // A number, or one of several words if the optional is empty ("anchors.stiffness": 1e5 or "material").
  void number_or_word(std::string_view key, std::optional<double>& value, std::string& word,
                      std::span<const std::string_view> words, const NumberOptions& options);
  void vector(std::string_view key, Eigen::Vector3d& value, const NumberOptions& options);
  void optional_vector(std::string_view key, std::optional<Eigen::Vector3d>& value,
                       const NumberOptions& options);
  void vectors(std::string_view key, std::vector<Eigen::Vector3d>& values, const NumberOptions& options);
  void vector_pair(std::string_view key, std::array<Eigen::Vector3d, 2>& value, const NumberOptions& options);
  void optional_vector_pair(std::string_view key, std::optional<std::array<Eigen::Vector3d, 2>>& value,
                            const NumberOptions& options);
  // [minimum, maximum]; describe with require() what their order has to be.
  void optional_interval(std::string_view key, std::optional<std::array<double, 2>>& value,
                         const NumberOptions& options);
  void vector_pairs(std::string_view key, std::vector<std::array<Eigen::Vector3d, 2>>& values,
                    const NumberOptions& options);
  void numbers(std::string_view key, std::vector<double>& values, const NumberOptions& options);
  // One number for all items, or a list with one number per item.
  void number_or_numbers(std::string_view key, std::vector<double>& values, const NumberOptions& options);
  // (w, x, y, z) of unit length.
  void quaternion(std::string_view key, Eigen::Quaterniond& value, const Options& options);
  void optional_quaternion(std::string_view key, std::optional<Eigen::Quaterniond>& value,
                           const Options& options);
  void quaternions(std::string_view key, std::vector<Eigen::Quaterniond>& values, const Options& options);
  void booleans(std::string_view key, std::array<bool, 2>& values, const Options& options);
  void texts(std::string_view key, std::vector<std::string>& values, const Options& options);
  void integer_triple(std::string_view key, Eigen::Vector3i& value, const IntegerOptions& options);
  void integers(std::string_view key, std::vector<int>& values, const IntegerOptions& options);
  // A list of at least one word of `words`.
  void words(std::string_view key, std::vector<std::string>& values, std::span<const std::string_view> words,
             const Options& options);
  // A list of at least one value of any type except null. The caller checks the values.
  void values(std::string_view key, std::vector<nlohmann::ordered_json>& values, const Options& options);

  // The current object takes any keys and values; `members` receives all of them.
  virtual void any_members(nlohmann::ordered_json& members) = 0;

  // A nested object, described by `describe`. If the file leaves it out, its members keep their defaults. A
  // required member of a left-out object is still an error; use optional_object to allow that.
  virtual void object(std::string_view key, const Describe& describe, const Options& options) = 0;
  // A nested object that may be absent; `present` is true if the file has it.
  virtual void optional_object(std::string_view key, bool& present, const Describe& describe,
                               const Options& options) = 0;
  // A list of objects of the same type. Reading calls `resize(n)`, then `describe(i, fields)` for each.
  // Writing uses `size`. The schema calls `resize(1)` and `describe(0, fields)`.
  virtual void list(std::string_view key, std::size_t size, const std::function<void(std::size_t)>& resize,
                    const std::function<void(std::size_t, Fields&)>& describe, const Options& options) = 0;

  // In the current object, the word under `key` selects the other members ("model": "strain" then
  // "stiffness"). `describe(word, fields)` describes the members of a word. Reading sets `value` before it
  // calls `describe(value, *this)`; the schema calls `describe` for every word.
  virtual void variant(std::string_view key, std::string& value, std::span<const std::string_view> words,
                       const std::function<void(std::string_view, Fields&)>& describe,
                       const Options& options) = 0;
  // The current object holds exactly one of the keys `words`, and its value is an object ({"beam": {...}}).
  virtual void exactly_one(std::string& value, std::span<const std::string_view> words,
                           const std::function<void(std::string_view, Fields&)>& describe,
                           const Options& options) = 0;

  // Call this before describing two keys of the current object that replace each other. If --set gives only
  // one of them, reading ignores the other one in the file. Writing and schema ignore this call.
  virtual void alternatives(std::string_view a, std::string_view b) = 0;

  // A key that files from before may have in the current object with one of `words`, before a member that
  // replaces it. Reading refuses such a value with `message`. Writing and schema ignore this call.
  virtual void replaced(std::string_view key, std::span<const std::string_view> words,
                        std::string_view message) = 0;

  // Whether the file or --set gives this member of the current object. An empty list does not count: writing
  // gives one for a list that was left out. Writing and schema answer no.
  virtual bool is_given(std::string_view key) const = 0;

  // Members of the current object that have no effect because of another one, `by` ("c2" if "line_search" is
  // none). Call this before they are described. Reading refuses a value that is not the default, and says
  // `why`; a member of the file beside a --set of `by` is ignored. Writing and schema ignore this call.
  virtual void unused(bool are, std::initializer_list<std::string_view> keys, std::string_view by,
                      std::string_view why) = 0;

  // A rule between several members, which no range can express. If `holds` is false, reading throws the error
  // `message` at `key` of the current object. Writing and schema ignore it.
  virtual void require(bool holds, std::string_view key, std::string_view message) = 0;
};

// Structs that describe themselves, optional ones, and lists of them.
template <class Struct>
void object(Fields& fields, std::string_view key, Struct& value, const Options& options) {
  fields.object(
      key, [&](Fields& members) { value.describe(members); }, options);
}

template <class Struct>
void optional_object(Fields& fields, std::string_view key, std::optional<Struct>& value,
                     const Options& options) {
  bool present = value.has_value();
  Struct members_of = value.value_or(Struct{});
  fields.optional_object(
      key, present, [&](Fields& members) { members_of.describe(members); }, options);
  if (present) value = std::move(members_of);
}

template <class Struct>
void list(Fields& fields, std::string_view key, std::vector<Struct>& values, const Options& options) {
  fields.list(
      key, values.size(), [&](std::size_t size) { values.resize(size); },
      [&](std::size_t i, Fields& members) { values[i].describe(members); }, options);
}

// Choices and variants that a struct stores as an enum: `words` holds the word of each enumerator, from 0 on.
template <class Enum, std::size_t count>
void choice(Fields& fields, std::string_view key, Enum& value,
            const std::array<std::string_view, count>& words, const Options& options) {
  std::string word(words[static_cast<std::size_t>(value)]);
  fields.choice(key, word, words, options);
  value = static_cast<Enum>(std::ranges::find(words, word) - words.begin());
}

template <class Enum, std::size_t count>
void number_or_choice(Fields& fields, std::string_view key, std::optional<double>& number, Enum& value,
                      const std::array<std::string_view, count>& words, const NumberOptions& options) {
  std::string word(words[static_cast<std::size_t>(value)]);
  fields.number_or_word(key, number, word, words, options);
  value = static_cast<Enum>(std::ranges::find(words, word) - words.begin());
}

template <class Enum, std::size_t count, class DescribeMembers>
void variant(Fields& fields, std::string_view key, Enum& value,
             const std::array<std::string_view, count>& words, const DescribeMembers& describe,
             const Options& options) {
  std::string text(words[static_cast<std::size_t>(value)]);
  fields.variant(
      key, text, words,
      [&](std::string_view word, Fields& members) {
        value = static_cast<Enum>(std::ranges::find(words, word) - words.begin());
        describe(value, members);
      },
      options);
}

// Alternatives that a struct stores as a std::variant. Each is a struct with a static `name`, which is the
// word that chooses it, and a describe() for its members.
template <class... Kinds>
std::string_view name_of(const std::variant<Kinds...>& value) {
  return std::visit([](const auto& kind) { return kind.name; }, value);
}

template <class... Kinds>
auto describe_kind(std::variant<Kinds...>& value) {
  return [&value](std::string_view name, Fields& members) {
    const auto become = [&]<class Kind>(std::type_identity<Kind>) {
      if (Kind::name == name && !std::holds_alternative<Kind>(value)) value.template emplace<Kind>();
    };
    (become(std::type_identity<Kinds>()), ...);
    std::visit([&](auto& kind) { kind.describe(members); }, value);
  };
}

// `also(members)` describes members of every kind that depend on the kind.
template <class... Kinds, class Also>
void variant(Fields& fields, std::string_view key, std::variant<Kinds...>& value, const Options& options,
             const Also& also) {
  static constexpr std::array words = {Kinds::name...};
  std::string word(name_of(value));
  fields.variant(
      key, word, words,
      [&](std::string_view name, Fields& members) {
        describe_kind(value)(name, members);
        also(members);
      },
      options);
}
template <class... Kinds>
void variant(Fields& fields, std::string_view key, std::variant<Kinds...>& value, const Options& options) {
  variant(fields, key, value, options, [](Fields&) {});
}

template <class... Kinds>
void exactly_one(Fields& fields, std::variant<Kinds...>& value, const Options& options) {
  static constexpr std::array words = {Kinds::name...};
  std::string word(name_of(value));
  fields.exactly_one(word, words, describe_kind(value), options);
}

}  // namespace simbench::config

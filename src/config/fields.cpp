#include "config/fields.h"

#include <fmt/format.h>

#include <cmath>

#include "base/number_text.h"
#include "config/lists.h"

namespace simbench::config {

bool Range::contains(double value) const {
  return std::isfinite(value) && (minimum_open ? value > minimum : value >= minimum) &&
         (maximum_open ? value < maximum : value <= maximum);
}

std::string Range::text() const {
  const std::string low = number_text(minimum);
  const std::string high = number_text(maximum);
  if (std::isinf(minimum) && std::isinf(maximum)) return "any finite number";
  if (std::isinf(maximum)) return (minimum_open ? "greater than " : "at least ") + low;
  if (std::isinf(minimum)) return (maximum_open ? "less than " : "at most ") + high;
  const std::string between = fmt::format("between {} and {}", low, high);
  if (minimum_open && maximum_open) return between + " (both excluded)";
  if (minimum_open || maximum_open) return between + fmt::format(" ({} excluded)", minimum_open ? low : high);
  return between;
}

namespace {

template <class AnyOptions>
void put(Fields& fields, std::string_view key, Value&& value, const AnyOptions& options) {
  fields.member(key, value, {options.unit, options.doc, options.required, options.example});
}

auto vector_kind(const NumberOptions& options) {
  return ArrayKind<NumberKind, Eigen::Vector3d>{{options}};
}
QuaternionKind quaternion_kind() {
  static constexpr NumberOptions any;
  return {{{any}}};
}
auto pair_kind(const NumberOptions& options) {
  return ArrayKind<decltype(vector_kind(options)), std::array<Eigen::Vector3d, 2>>{vector_kind(options)};
}

}  // namespace

void Fields::number(std::string_view key, double& value, const NumberOptions& options) {
  put(*this, key, Single(NumberKind{options}, value), options);
}

void Fields::optional_number(std::string_view key, std::optional<double>& value,
                             const NumberOptions& options) {
  put(*this, key, Single(NumberKind{options}, value), options);
}

void Fields::integer(std::string_view key, int& value, const IntegerOptions& options) {
  put(*this, key, Single(IntegerKind{options}, value), options);
}

void Fields::optional_integer(std::string_view key, std::optional<int>& value,
                              const IntegerOptions& options) {
  put(*this, key, Single(IntegerKind{options}, value), options);
}

void Fields::boolean(std::string_view key, bool& value, const Options& options) {
  put(*this, key, Single(BooleanKind{}, value), options);
}

void Fields::text(std::string_view key, std::string& value, const Options& options) {
  put(*this, key, Single(TextKind{}, value), options);
}

void Fields::optional_text(std::string_view key, std::optional<std::string>& value, const Options& options) {
  put(*this, key, Single(TextKind{}, value), options);
}

void Fields::choice(std::string_view key, std::string& value, std::span<const std::string_view> words,
                    const Options& options) {
  put(*this, key, Single(WordKind{words}, value), options);
}

void Fields::number_or_word(std::string_view key, std::optional<double>& value, std::string& word,
                            std::span<const std::string_view> words, const NumberOptions& options) {
  put(*this, key, NumberOrWord(NumberKind{options}, value, WordKind{words}, word), options);
}

void Fields::vector(std::string_view key, Eigen::Vector3d& value, const NumberOptions& options) {
  put(*this, key, Single(vector_kind(options), value), options);
}

void Fields::integer_triple(std::string_view key, Eigen::Vector3i& value, const IntegerOptions& options) {
  put(*this, key, Single(ArrayKind<IntegerKind, Eigen::Vector3i>{{options}}, value), options);
}

void Fields::optional_vector(std::string_view key, std::optional<Eigen::Vector3d>& value,
                             const NumberOptions& options) {
  put(*this, key, Single(vector_kind(options), value), options);
}

void Fields::vectors(std::string_view key, std::vector<Eigen::Vector3d>& values,
                     const NumberOptions& options) {
  put(*this, key, ListOf(vector_kind(options), values, Length::any), options);
}

void Fields::vector_pair(std::string_view key, std::array<Eigen::Vector3d, 2>& value,
                         const NumberOptions& options) {
  put(*this, key, Single(pair_kind(options), value), options);
}

void Fields::optional_vector_pair(std::string_view key, std::optional<std::array<Eigen::Vector3d, 2>>& value,
                                  const NumberOptions& options) {
  put(*this, key, Single(pair_kind(options), value), options);
}

void Fields::optional_interval(std::string_view key, std::optional<std::array<double, 2>>& value,
                               const NumberOptions& options) {
  put(*this, key, Single(ArrayKind<NumberKind, std::array<double, 2>>{{options}}, value), options);
}

void Fields::vector_pairs(std::string_view key, std::vector<std::array<Eigen::Vector3d, 2>>& values,
                          const NumberOptions& options) {
  put(*this, key, ListOf(pair_kind(options), values, Length::any), options);
}

void Fields::numbers(std::string_view key, std::vector<double>& values, const NumberOptions& options) {
  put(*this, key, ListOf(NumberKind{options}, values, Length::any), options);
}

void Fields::number_or_numbers(std::string_view key, std::vector<double>& values,
                               const NumberOptions& options) {
  put(*this, key, OneOrList(NumberKind{options}, values), options);
}

void Fields::quaternion(std::string_view key, Eigen::Quaterniond& value, const Options& options) {
  put(*this, key, Single(quaternion_kind(), value), options);
}

void Fields::optional_quaternion(std::string_view key, std::optional<Eigen::Quaterniond>& value,
                                 const Options& options) {
  put(*this, key, Single(quaternion_kind(), value), options);
}

void Fields::quaternions(std::string_view key, std::vector<Eigen::Quaterniond>& values,
                         const Options& options) {
  put(*this, key, ListOf(quaternion_kind(), values, Length::any), options);
}

void Fields::booleans(std::string_view key, std::array<bool, 2>& values, const Options& options) {
  put(*this, key, Single(ArrayKind<BooleanKind, std::array<bool, 2>>{}, values), options);
}

void Fields::texts(std::string_view key, std::vector<std::string>& values, const Options& options) {
  put(*this, key, ListOf(TextKind{}, values, Length::any), options);
}

void Fields::integers(std::string_view key, std::vector<int>& values, const IntegerOptions& options) {
  put(*this, key, ListOf(IntegerKind{options}, values, Length::any), options);
}

void Fields::words(std::string_view key, std::vector<std::string>& values,
                   std::span<const std::string_view> words, const Options& options) {
  put(*this, key, ListOf(WordKind{words}, values, Length::at_least_one), options);
}

void Fields::values(std::string_view key, std::vector<Json>& values, const Options& options) {
  put(*this, key, ListOf(AnyKind{}, values, Length::at_least_one), options);
}

}  // namespace simbench::config

// Kinds of values that are made of the kinds in kinds.h: arrays, lists and rotations.
#pragma once

#include <Eigen/Geometry>
#include <utility>

#include "config/kinds.h"
#include "config/unit_length.h"

namespace simbench::config {

// A list of fixed length, stored as a std::array or a vector of Eigen.
template <class Kind, class Array>
struct ArrayKind {
  using Type = Array;
  static constexpr int size = static_cast<int>(sizeof(Array) / sizeof(typename Kind::Type));
  Kind kind;

  Array read(const Json& given, const std::string& place, const Document& document) const {
    if (!given.is_array() || given.size() != size)
      document.fail(place, fmt::format("expected a list of {}; found {}", size, shown(given)));
    Array array;
    for (int i = 0; i < size; ++i)
      array[i] = kind.read(given[i], child_pointer(place, std::to_string(i)), document);
    return array;
  }
  Json written(const Array& array, const Conversion& convert) const {
    Json items = Json::array();
    for (int i = 0; i < size; ++i) items.push_back(kind.written(array[i], convert));
    return items;
  }
  Json schema() const {
    return {{"type", "array"}, {"items", kind.schema()}, {"minItems", size}, {"maxItems", size}};
  }
};

// A rotation (w, x, y, z). Its length must be 1 with an error of at most 1e-9. The rotation is normalised,
// unless its length is already 1 up to rounding (unit_length.h).
struct QuaternionKind {
  using Type = Eigen::Quaterniond;
  ArrayKind<NumberKind, Eigen::Vector4d> numbers;

  Eigen::Quaterniond read(const Json& given, const std::string& place, const Document& document) const {
    const Eigen::Vector4d q = numbers.read(given, place, document);
    if (!(std::abs(q.norm() - 1) <= 1e-9)) {
      document.fail(place, fmt::format("its length is {}; allowed: a quaternion (w, x, y, z) of length 1",
                                       number_text(q.norm())));
    }
    const Eigen::Quaterniond given_rotation(q[0], q[1], q[2], q[3]);
    return is_unit_length(q.squaredNorm()) ? given_rotation : given_rotation.normalized();
  }
  Json written(const Eigen::Quaterniond& q, const Conversion& convert) const {
    return numbers.written({q.w(), q.x(), q.y(), q.z()}, convert);
  }
  Json schema() const { return numbers.schema(); }
};

enum class Length { any, at_least_one };

// A list of values of a kind.
template <class Kind>
class ListOf final : public Value {
 public:
  using List = std::vector<typename Kind::Type>;
  ListOf(const Kind& kind, List& list, Length length) : kind_(kind), list_(list), length_(length) {}
  void read(const Json& given, const std::string& place, const Document& document) override {
    const bool fits = length_ == Length::any || !given.empty();
    if (!given.is_array() || !fits) {
      document.fail(place, fmt::format("expected a list{}; found {}",
                                       length_ == Length::any ? "" : " of at least one item", shown(given)));
    }
    List items;
    for (const Json& item : given)
      items.push_back(kind_.read(item, child_pointer(place, std::to_string(items.size())), document));
    list_ = std::move(items);
  }
  Json written(const Conversion& convert) const override {
    if (length_ == Length::at_least_one && list_.size() == 0) return {};
    Json items = Json::array();
    for (const auto& item : list_) items.push_back(kind_.written(item, convert));
    return items;
  }
  Json schema() const override {
    Json schema = {{"type", "array"}, {"items", kind_.schema()}};
    if (length_ == Length::at_least_one) schema["minItems"] = 1;
    return schema;
  }

 private:
  Kind kind_;
  List& list_;
  Length length_;
};

// One value for all items, or a list with one value per item.
template <class Kind>
class OneOrList final : public Value {
 public:
  using List = std::vector<typename Kind::Type>;
  OneOrList(const Kind& kind, List& list) : kind_(kind), list_(list) {}
  void read(const Json& given, const std::string& place, const Document& document) override {
    if (given.is_array())
      return ListOf<Kind>(kind_, list_, Length::at_least_one).read(given, place, document);
    list_ = {kind_.read(given, place, document)};
  }
  Json written(const Conversion& convert) const override {
    if (list_.size() == 1) return kind_.written(list_.front(), convert);
    return ListOf<Kind>(kind_, list_, Length::at_least_one).written(convert);
  }
  Json schema() const override {
    return {{"anyOf", {kind_.schema(), ListOf<Kind>(kind_, list_, Length::at_least_one).schema()}}};
  }

 private:
  Kind kind_;
  List& list_;
};

}  // namespace simbench::config

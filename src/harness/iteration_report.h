// The report of a solver of any system on one outer iteration.
#pragma once

#include <algorithm>
#include <array>
#include <initializer_list>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include "base/status.h"

namespace simbench {

// Numbers of an iteration that only its solver knows, by the name of their column. The tables of metrics
// define each one. An absent number is not zero: it becomes an empty cell of iterations.csv.
class Diagnostics {
 public:
  static constexpr std::size_t capacity = 8;  // a fixed size, because an iteration allocates no memory

  Diagnostics() = default;
  Diagnostics(std::initializer_list<std::pair<std::string_view, double>> entries) {
    for (const auto& [name, value] : entries) set(name, value);
  }

  // Replaces an earlier value of that name.
  void set(std::string_view name, double value) {
    std::size_t i = 0;
    while (i < count_ && entries_[i].first != name) ++i;
    entries_.at(i) = {name, value};
    count_ = std::max(count_, i + 1);
  }
  std::optional<double> operator[](std::string_view name) const {
    for (std::size_t i = 0; i < count_; ++i) {
      if (entries_[i].first == name) return entries_[i].second;
    }
    return {};
  }
  std::span<const std::pair<std::string_view, double>> all() const { return {entries_.data(), count_}; }

 private:
  std::array<std::pair<std::string_view, double>, capacity> entries_{};
  std::size_t count_ = 0;
};

struct IterationReport {
  std::optional<Failure> stop = {};  // set if the solver cannot or need not continue
  Diagnostics diagnostics = {};
};

}  // namespace simbench

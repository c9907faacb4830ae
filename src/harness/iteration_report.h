// What a solver reports of one outer iteration, whatever it moves.
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

// Numbers of an iteration that only its solver can know, by the name of their column. The tables of metrics say what each one
// means. Absent is not zero: it is an empty cell of iterations.csv.
class Diagnostics {
 public:
  static constexpr std::size_t most = 8;  // of one solver; there is no allocation in an iteration

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
  std::array<std::pair<std::string_view, double>, most> entries_{};
  std::size_t count_ = 0;
};

// What one iteration did.
struct IterationReport {
  std::optional<Failure> stop = {};  // set when the solver cannot or need not go on
  Diagnostics diagnostics = {};
};

}  // namespace simbench

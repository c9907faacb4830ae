// What a solver keeps from one step to the next, such as multipliers for a warm start. A solver names its
// lists in one function, which serves writing a state and reading it back.
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace simbench {

using NamedNumbers = std::map<std::string, std::vector<double>>;

class SolverMemory {
 public:
  // Writes: numbers() has the lists afterwards.
  SolverMemory() = default;
  // Reads: list() replaces lists by these numbers.
  explicit SolverMemory(const NamedNumbers& stored) : stored_(&stored) {}

  void list(std::string_view name, Eigen::VectorXd& values) {
    pass(name, values.data(), values.size(), [&](std::size_t count) {
      values.resize(static_cast<Eigen::Index>(count));
      return values.data();
    });
  }
  // 3 × vertices, in either precision.
  template <class Real>
  void list(std::string_view name, Eigen::Matrix<Real, 3, Eigen::Dynamic>& positions) {
    const Eigen::Matrix3Xd now = positions.template cast<double>();
    Eigen::VectorXd values = now.reshaped();
    check_multiple(name, 3);
    list(name, values);
    positions = values.reshaped(3, values.size() / 3).template cast<Real>();
  }
  // Each item consists of doubles only, such as a Vector3.
  template <class Item>
  void list(std::string_view name, std::vector<Item>& items) {
    constexpr std::size_t size = sizeof(Item) / sizeof(double);
    static_assert(sizeof(Item) == size * sizeof(double) && alignof(Item) == alignof(double));
    check_multiple(name, size);
    pass(name, reinterpret_cast<double*>(items.data()), size * items.size(), [&](std::size_t count) {
      items.resize(count / size);
      return reinterpret_cast<double*>(items.data());
    });
  }

  const NamedNumbers& numbers() const { return numbers_; }

 private:
  // Throws Error (usage) if a stored list does not consist of items of `size` numbers.
  void check_multiple(std::string_view name, std::size_t size) const;

  // `resized(count)` makes room and returns where the numbers begin.
  template <class Resized>
  void pass(std::string_view name, const double* values, std::size_t count, const Resized& resized) {
    std::vector<double>& written = numbers_[std::string(name)];
    if (!stored_) return written.assign(values, values + count);
    const auto found = stored_->find(std::string(name));
    if (found == stored_->end()) return;
    double* const place = resized(found->second.size());
    std::copy(found->second.begin(), found->second.end(), place);
  }

  const NamedNumbers* stored_ = nullptr;
  NamedNumbers numbers_;
};

}  // namespace simbench

#include "rigid/constraints/constraint_list.h"

#include <optional>
#include <tuple>

namespace simbench::rigid {

template <class Constraint>
typename Constraint::Linear linearised(const Constraint& constraint, const Poses& poses) {
  auto linear = constraint.linearise(poses);
  linear.error -= constraint.target;
  return linear;
}

namespace {

// Taking the addresses instantiates linearised() here for every type. The constant below has external
// linkage; otherwise the compiler would remove it.
template <class... Types>
constexpr auto addresses(const ConstraintRuns<Types...>*) {
  return std::tuple(&linearised<Types>...);
}

}  // namespace

template <class... Types>
bool ConstraintRuns<Types...>::has_inequalities() const {
  return any_of([](const auto& constraint) { return constraint.is_inequality(); });
}

template <class... Types>
Index ConstraintRuns<Types...>::row_count() const {
  Index rows = 0;
  for_each([&](const auto& constraint, Index) { rows += constraint.rows; });
  return rows;
}

bool has_one_measure(const Constraints& constraints) {
  std::optional<Measure> first;
  bool has_one = true;
  constraints.for_each([&](const auto& constraint, Index) {
    has_one = has_one && constraint.measure == first.value_or(constraint.measure);
    first = constraint.measure;
  });
  return has_one;
}

template bool Constraints::has_inequalities() const;
template Index Constraints::row_count() const;

extern const auto linearised_of_all_types = addresses(static_cast<Constraints*>(nullptr));

}  // namespace simbench::rigid

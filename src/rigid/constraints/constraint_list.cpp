#include "rigid/constraints/constraint_list.h"

#include <optional>
#include <tuple>

namespace simbench::rigid {

template <class Constraint>
typename Constraint::Linear linearised(const Constraint& constraint,
                                       const Poses<typename Constraint::Real>& poses) {
  auto linear = constraint.linearise(poses);
  linear.error -= constraint.target;
  return linear;
}

namespace {

// Taking the addresses instantiates linearised() here for every type. The constant below has external
// linkage; otherwise the compiler would remove it.
template <class Real, template <class> class... Types>
constexpr auto addresses(const ConstraintRuns<Real, Types...>*) {
  return std::tuple(&linearised<Types<Real>>...);
}

}  // namespace

template <class Real, template <class> class... Types>
bool ConstraintRuns<Real, Types...>::has_inequalities() const {
  return any_of([](const auto& constraint) { return constraint.is_inequality(); });
}

template <class Real, template <class> class... Types>
Index ConstraintRuns<Real, Types...>::row_count() const {
  Index rows = 0;
  for_each([&](const auto& constraint, Index) { rows += constraint.rows; });
  return rows;
}

template <class Real>
bool has_one_measure(const Constraints<Real>& constraints) {
  std::optional<Measure> first;
  bool has_one = true;
  constraints.for_each([&](const auto& constraint, Index) {
    has_one = has_one && constraint.measure == first.value_or(constraint.measure);
    first = constraint.measure;
  });
  return has_one;
}

template bool Constraints<double>::has_inequalities() const;
template Index Constraints<double>::row_count() const;
template bool has_one_measure(const Constraints<double>&);

extern const auto linearised_in_double = addresses(static_cast<Constraints<double>*>(nullptr));

}  // namespace simbench::rigid

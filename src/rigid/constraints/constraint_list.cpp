#include "rigid/constraints/constraint_list.h"

namespace simbench::rigid {

template <class Constraint>
typename Constraint::Linear linearised(const Constraint& constraint,
                                       const Poses<typename Constraint::Real>& poses) {
  auto linear = constraint.linearise(poses);
  linear.error -= constraint.target;
  return linear;
}

namespace {

// Taking the addresses instantiates linearised() here for every type. The two constants below have external
// linkage; otherwise the compiler would remove them.
template <class Real, template <class> class... Types>
constexpr auto addresses(const ConstraintRuns<Real, Types...>*) {
  return std::tuple(&linearised<Types<Real>>...);
}

}  // namespace

extern const auto linearised_in_double = addresses(static_cast<Constraints<double>*>(nullptr));
extern const auto linearised_in_single = addresses(static_cast<Constraints<float>*>(nullptr));

}  // namespace simbench::rigid

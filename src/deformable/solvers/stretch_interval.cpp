#include "deformable/solvers/stretch_interval.h"

#include "deformable/energy/visit.h"

namespace simbench {

void StretchInterval::describe(config::Fields& fields) {
  fields.object("stretch_interval",
                [&](config::Fields& members) {
                  members.number("from", from, {.doc = "smallest stretch", .range = config::positive});
                  members.number("to", to, {.doc = "largest stretch", .range = config::positive});
                  members.require(from < to, "to", "the largest stretch must be greater than the smallest");
                },
                {.doc = "interval of stretches in which a quadratic approximates the law, for S"});
}

template <class Real>
VectorX<Real> stiffnesses_over(const StretchInterval& interval, const Potential<Real>& potential) {
  const StretchInterval of_closed_forms;
  VectorX<Real> stiffnesses = potential.stiffnesses();
  if (interval.from == of_closed_forms.from && interval.to == of_closed_forms.to) return stiffnesses;
  const auto scale = [&]<class Elements>(const Elements& elements) {
    using Number = typename Elements::Number;
    const auto& law = elements.pack_law();
    if constexpr (requires(Vector3<Number> stretches) { law.gradient(stretches); })
      stiffnesses *= Number(stiffness_over<Number>(interval, law) / law.quadratic_stiffness())[0];
    return true;
  };
  visit(potential, scale);
  visit_quadratic_tets(potential, scale);
  return stiffnesses;
}

template VectorX<double> stiffnesses_over(const StretchInterval&, const Potential<double>&);
template VectorX<float> stiffnesses_over(const StretchInterval&, const Potential<float>&);

}  // namespace simbench

#include "rigid/constraints/forms.h"

namespace simbench::rigid {

namespace {

// Creates a constraint with the bodies, softness and bounds of another one.
template <class To, class From>
To like(const From& from) {
  To to;
  to.bodies = from.bodies;
  to.compliance = from.compliance;
  to.lower_bound = from.lower_bound;
  to.upper_bound = from.upper_bound;
  to.slack = from.slack;
  to.is_spring = from.is_spring;
  to.softness = from.softness;
  to.entry = from.entry;
  return to;
}

Distance as_length(const Point& joint) {
  auto result = like<Distance>(joint);
  result.points = joint.points;
  result.offset = joint.offset;
  result.target[0] = joint.target.norm();  // of a damper: the same part of the old length
  return result;
}

Axial component(const Point& joint, int k) {
  auto result = like<Axial>(joint);
  result.points = joint.points;
  result.direction = Vector3<double>::Unit(k);
  result.offset = -joint.offset[k];
  result.target[0] = joint.target[k];
  return result;
}

}  // namespace

Constraints in_forms(const Constraints& constraints, const Forms& forms) {
  Constraints result;
  constraints.for_each([&]<class Constraint>(const Constraint& constraint, Index) {
    if constexpr (std::is_same_v<Constraint, Point>) {
      if (forms.point == PointForm::scalar) return result.push_back(as_length(constraint));
      if (forms.point == PointForm::rows) {
        for (int k = 0; k < 3; ++k) result.push_back(component(constraint, k));
        return;
      }
    }
    if constexpr (std::is_same_v<Constraint, Axis>) {
      if (forms.axis == AxisForm::cosine && constraint.angle == 0 && !constraint.is_limit()) {
        auto cosine = like<AxisCosine>(constraint);
        cosine.axes = constraint.axes;
        return result.push_back(cosine);
      }
    }
    result.push_back(constraint);
  });
  return result;
}

Constraints smooth(const Constraints& constraints) {
  Constraints result;
  constraints.for_each([&]<class Constraint>(const Constraint& constraint, Index) {
    if constexpr (std::is_same_v<Constraint, Axis>) {
      if (has_kink(constraint)) {
        auto alignment = like<Alignment>(constraint);
        alignment.axes = constraint.axes;
        return result.push_back(alignment);
      }
    }
    if constexpr (std::is_same_v<Constraint, Distance>) {
      if (has_kink(constraint)) {
        auto joint = like<Point>(constraint);
        joint.points = constraint.points;
        joint.offset = constraint.offset;
        return result.push_back(joint);
      }
    }
    result.push_back(constraint);
  });
  return result;
}

}  // namespace simbench::rigid

// A sweep of Gauss–Seidel over ball joints alone, which is what most chains are: the corrections of gauss_seidel.cpp, written out for Point. Bodies
// stand side by side with what resists them, and the 3 × 3 systems are solved by cofactors.
#pragma once

#include "rigid/plain.h"
#include "rigid/step_problem.h"

namespace simbench::rigid {

template <class Real>
class PointSweep {
 public:
  // From these poses, with a target of each row.
  void begin(const StepProblem<Real>& problem, const Poses<Real>& poses, const VectorX<Real>& targets,
             bool has_compliance) {
    bodies_.clear();
    for (std::size_t b = 0; b < poses.size(); ++b) bodies_.emplace_back(poses[b], problem.inertias[b]);
    joints_.clear();
    Index row = 0;
    for (const auto& point : std::get<std::vector<Point<Real>>>(problem.constraints.runs.front())) {
      joints_.push_back({point.bodies[0], point.bodies[1], Vector(point.points[0]), Vector(point.points[1]),
                         Vector(Vector3<Real>(point.offset + targets.template segment<3>(row))),
                         has_compliance ? problem.scaled(point.compliance) : Real(0)});
      row += 3;
    }
  }

  // Λ has three components a joint.
  void operator()(Real relaxation, Real* multipliers) {
    for (const Joint& joint : joints_) {
      plain::Body<Real> i = bodies_[joint.i], j = bodies_[joint.j];
      const plain::Matrix<Real> Ri = i.rotation(), Rj = j.rotation();
      const Vector ri = Ri * joint.point_i, rj = Rj * joint.point_j;
      const Vector last(multipliers[0], multipliers[1], multipliers[2]);
      const Vector error = (i.position + ri) - ((j.position + rj) + joint.offset);
      plain::Symmetric<Real> K;
      K.xx = K.yy = K.zz = i.inverse_mass + j.inverse_mass + joint.compliance;
      K.add({cross(rj, Rj.a), cross(rj, Rj.b), cross(rj, Rj.c)}, j.inverse_principal);
      K.add({cross(ri, Ri.a), cross(ri, Ri.b), cross(ri, Ri.c)}, i.inverse_principal);
      const Vector change = -relaxation * K.solve(error + joint.compliance * last);
      multipliers[0] = last.x + change.x;
      multipliers[1] = last.y + change.y;
      multipliers[2] = last.z + change.z;
      multipliers += 3;
      i.move(i.inverse_mass * change, turn(Ri, i.inverse_principal, cross(ri, change)));
      j.move(-j.inverse_mass * change, turn(Rj, j.inverse_principal, cross(change, rj)));
      bodies_[joint.i] = i;
      bodies_[joint.j] = j;
    }
  }

  void write(Poses<Real>& poses) const {
    for (std::size_t b = 0; b < bodies_.size(); ++b) poses[b] = bodies_[b].pose();
  }

 private:
  using Vector = plain::Vector<Real>;
  struct Joint {
    int i, j;
    Vector point_i, point_j, offset;
    Real compliance;  // α̃
  };

  // I⁻¹ of a torque.
  static Vector turn(const plain::Matrix<Real>& R, const Vector& inverse_principal, const Vector& torque) {
    return R * (inverse_principal * R.transposed_times(torque));
  }

  std::vector<plain::Body<Real>> bodies_;
  std::vector<Joint> joints_;
};

}  // namespace simbench::rigid

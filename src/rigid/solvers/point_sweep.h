// A sweep of Gauss–Seidel if all constraints are ball joints, as in most chains: the corrections of
// gauss_seidel.cpp, specialised for Point. Two lanes compute both bodies of a joint side by side. Bodies are
// stored with their inertia, and 3 × 3 systems are solved with cofactors.
#pragma once

#include "rigid/bodies/plain.h"
#include "rigid/problem/step_problem.h"

namespace simbench::rigid {

template <class Real>
class PointSweep {
 public:
  // Starts at these poses, with one target per row.
  void begin(const StepProblem<Real>& problem, const Poses<Real>& poses, const VectorX<Real>& targets,
             bool has_compliance) {
    bodies_.clear();
    for (std::size_t b = 0; b < poses.size(); ++b)
      bodies_.push_back({plain::plain_pose(poses[b]), problem.inertias[b].inverse_mass,
                         plain::Vector<Real>(problem.inertias[b].inverse_principal)});
    joints_.clear();
    Index row = 0;
    for (const auto& point : std::get<std::vector<Point<Real>>>(problem.constraints.runs.front())) {
      joints_.push_back(
          {point.bodies, pair(plain::Vector<Real>(point.points[0]), plain::Vector<Real>(point.points[1])),
           plain::Vector<Real>(Vector3<Real>(point.offset + point.target + targets.template segment<3>(row))),
           has_compliance || point.is_spring ? problem.scaled(point.compliance) : Real(0)});
      row += 3;
    }
  }

  // `multipliers` has three components per joint.
  SIMBENCH_FLATTEN void operator()(Real relaxation, Real* multipliers) {
    const Pair sign = pair(Real(1), Real(-1));
    for (const Joint& joint : joints_) {
      Body &i = bodies_[joint.bodies[0]], &j = bodies_[joint.bodies[1]];
      plain::Pose<Pair> pose = {pair(i.pose.position, j.pose.position), pair(i.pose.w, j.pose.w),
                                pair(i.pose.q, j.pose.q)};
      const plain::Vector<Pair> inverse_principal = pair(i.inverse_principal, j.inverse_principal);
      const plain::Matrix<Pair> R = pose.rotation();
      const plain::Vector<Pair> r = R * joint.points, p = pose.position + r;
      const Symmetric<Pair> turning =
          Symmetric<Pair>::of({cross(r, R.a), cross(r, R.b), cross(r, R.c)}, inverse_principal);
      const Real diagonal = i.inverse_mass + j.inverse_mass + joint.compliance;
      const Symmetric<Real> K = {diagonal + sum(turning.xx),
                                 diagonal + sum(turning.yy),
                                 diagonal + sum(turning.zz),
                                 sum(turning.xy),
                                 sum(turning.xz),
                                 sum(turning.yz)};
      const plain::Vector<Real> last(multipliers[0], multipliers[1], multipliers[2]);
      const plain::Vector<Real> open(p.x[0] - p.x[1], p.y[0] - p.y[1], p.z[0] - p.z[1]);
      const plain::Vector<Real> change =
          -relaxation * K.solve((open - joint.offset) + joint.compliance * last);
      multipliers[0] = last.x + change.x;
      multipliers[1] = last.y + change.y;
      multipliers[2] = last.z + change.z;
      multipliers += 3;
      const plain::Vector<Pair> pull = {sign * change.x, sign * change.y, sign * change.z};
      pose.move(pair(i.inverse_mass, j.inverse_mass) * pull,
                R * (inverse_principal * R.transposed_times(cross(r, pull))));
      i.pose = lane(pose, 0);
      j.pose = lane(pose, 1);
    }
  }

  void write(Poses<Real>& poses) const {
    for (std::size_t b = 0; b < bodies_.size(); ++b) poses[b] = plain::eigen_pose(bodies_[b].pose);
  }

 private:
  using Pair = Lanes<Real, std::experimental::simd_abi::deduce_t<Real, 2>>;
  template <class Number>
  using Symmetric = plain::Symmetric<Number>;
  struct Body {
    plain::Pose<Real> pose;
    Real inverse_mass;
    plain::Vector<Real> inverse_principal;
  };
  struct Joint {
    std::array<int, 2> bodies;
    plain::Vector<Pair> points;  // r₀
    plain::Vector<Real> offset;
    Real compliance;  // α̃
  };

  static Pair pair(Real a, Real b) {
    Pair result;
    result[0] = a;
    result[1] = b;
    return result;
  }
  static plain::Vector<Pair> pair(const plain::Vector<Real>& a, const plain::Vector<Real>& b) {
    return {pair(a.x, b.x), pair(a.y, b.y), pair(a.z, b.z)};
  }
  static Real sum(const Pair& both) { return both[0] + both[1]; }
  static plain::Vector<Real> lane(const plain::Vector<Pair>& v, int k) { return {v.x[k], v.y[k], v.z[k]}; }
  static plain::Pose<Real> lane(const plain::Pose<Pair>& pose, int k) {
    return {lane(pose.position, k), pose.w[k], lane(pose.q, k)};
  }

  std::vector<Body> bodies_;
  std::vector<Joint> joints_;
};

}  // namespace simbench::rigid

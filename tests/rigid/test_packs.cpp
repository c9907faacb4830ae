// Compares the packs of bodies and of ball joints, which are computed side by side in lanes, with the
// functions for one body and for one joint. All bits have to be the same.
#include "rigid/solvers/ball_joints_in_turn.h"
#include "tests/rigid/stepping.h"

using namespace simbench;
using namespace simbench::rigid;

namespace {

bool are_same(const plain::Symmetric<double>& a, const plain::Symmetric<double>& b) {
  return a.xx == b.xx && a.yy == b.yy && a.zz == b.zz && a.xy == b.xy && a.xz == b.xz && a.yz == b.yz;
}

std::vector<Inertia> inertias_of(const System& system) {
  std::vector<Inertia> result;
  for (const Body& body : system.bodies) result.push_back(body.inertia);
  return result;
}

}  // namespace

TEST_CASE("Packs of bodies move as each body alone, whatever their number and angles are") {
  test::Random random(5);
  for (int count = 1; count < 11; ++count) {
    for (const double angle : {0.0, 1e-9, 0.02, 0.05, 2.0}) {
      auto [system, state] = boxes(count, 1.0);
      system.bodies[0].inertia.inverse_mass = 0;
      const std::vector<Inertia> inertias = inertias_of(system);
      std::vector<Displacement> moves(inertias.size());
      for (Displacement& move : moves) move = {random.matrix(3, 1), angle * random.matrix(3, 1)};
      Poses moved(inertias.size());
      std::vector<Mobility> mobilities(inertias.size());
      move_bodies(inertias, state.poses, moves, moved, mobilities);
      for (std::size_t b = 0; b < moved.size(); ++b) {
        Pose alone = state.poses[b];
        move(alone, moves[b]);
        CHECK(moved[b].position == alone.position);
        CHECK(moved[b].orientation.coeffs() == alone.orientation.coeffs());
        const Matrix3<double> R = alone.orientation.toRotationMatrix();
        const Mobility there = mobility_at(inertias[b], alone);
        CHECK(mobilities[b].inverse_mass == inertias[b].inverse_mass);
        CHECK(are_same(mobilities[b].inverse_inertia, there.inverse_inertia));
        const Vector3<double> x(there.inverse_inertia.xx, there.inverse_inertia.xy, there.inverse_inertia.xz);
        CHECK((x - R * inertias[b].inverse_principal.asDiagonal() * R.transpose().col(0)).norm() < 1e-12);
      }
    }
  }
}

TEST_CASE("Packs of ball joints have the rows of each joint alone, also where no body can move") {
  using Rows = FixedRows<3, 2, true>;
  test::Random random(6);
  for (int count = 2; count < 11; ++count) {
    auto [system, state] = boxes(count, 1.0);
    if (count > 5) system.bodies[3].inertia = system.bodies[4].inertia = {};
    std::vector<Mobility> mobilities;
    find_mobilities(inertias_of(system), state.poses, mobilities);
    BallJointsInTurn<Rows> in_turn;
    std::vector<Point> joints;
    system.constraints.for_each([&]<class C>(C& constraint, Index) {
      if constexpr (std::is_same_v<C, Point>) {
        constraint.points = {random.matrix(3, 1), random.matrix(3, 1)};
        joints.push_back(constraint);
        in_turn.push_back(constraint);
      }
    });
    REQUIRE(joints.size() >= 1);
    for (int sweep = 0; sweep < 2; ++sweep) {
      in_turn.begin();
      for (const Point& joint : joints) {
        const Rows alone(joint, state.poses, 0, mobilities);
        const Rows& next = in_turn.next(state.poses, mobilities);
        CHECK(next.bodies == joint.bodies);
        CHECK(next.error == Rows::Multipliers{});
        CHECK(next.can_move() == alone.can_move());
        CHECK(are_same(next.inverse, alone.inverse));
        for (int b = 0; b < 2; ++b) CHECK(next.arms[b].eigen() == alone.arms[b].eigen());
      }
    }
  }
}

// ADMM and PD are one method where the manifold of every element is affine (Overby et al. 2017): with w = sqrt(k V),
// u = 0 and the local step first, the iterates are equal. On SO(3) they are not (test_equivalence.cpp).
#include "energy/tet_term.h"
#include "tests/support/beam_problem.h"
#include "tests/support/solving.h"

// Not in an anonymous namespace: g++ warns of templates over types of one.
namespace simbench::test {

struct NoParameters {
  double stiffness() const { return 1e8; }
};

// Ψ = k/2 ‖F − p(F)‖² with p the closest point of an affine manifold: a single matrix, or all matrices that agree
// with it in their first column.
template <class Real, bool IsPoint>
struct AffineLaw {
  static constexpr std::string_view name = "affine";
  using Parameters = NoParameters;

  Real k;
  explicit AffineLaw(const Parameters& parameters) : k(number<Real>(parameters.stiffness())) {}

  Matrix3<Real> project(const Matrix3<Real>& F) const {
    Matrix3<Real> target;
    const double entries[3][3] = {{0.9, -0.2, 0}, {0.2, 1.1, 0.1}, {0, 0, 1}};
    for (int i = 0; i < 9; ++i) target(i / 3, i % 3) = number<Real>(entries[i / 3][i % 3]);
    if (IsPoint) return target;
    Matrix3<Real> closest = F;
    closest.col(0) = target.col(0);
    return closest;
  }
  Matrix3<Real> prox(const Matrix3<Real>& F, Real r) const { return (k * project(F) + r * F) / (k + r); }
  Response<Real> respond(const Matrix3<Real>& F) const {
    const Matrix3<Real> deviation = F - project(F);
    return {k / 2 * deviation.squaredNorm(), k * deviation};
  }
  Real quadratic_stiffness() const { return k; }
  // Not isotropic: no stretches here, and no Hessian is asked for.
  Real density(const Vector3<Real>&) const { return 0; }
  Vector3<Real> gradient(const Vector3<Real>&) const { return Vector3<Real>::Zero(); }
  Matrix3<Real> hessian(const Vector3<Real>&) const { return Matrix3<Real>::Zero(); }
  Real symmetric_stiffness(const Vector3<Real>&, int, int) const { return 0; }
  Real antisymmetric_stiffness(const Vector3<Real>&, int, int) const { return 0; }
};
template <class Real>
using PointLaw = AffineLaw<Real, true>;
template <class Real>
using SubspaceLaw = AffineLaw<Real, false>;

template <template <class> class Law>
void check_equal_iterates() {
  ImplicitEulerProblem<double> problem = twisted_beam({});
  problem.terms = {std::make_shared<TetTerm<Law, double>>(problem.mesh, NoParameters{})};
  ProjectiveDynamics<double> pd = projective_dynamics();
  Admm<double> admm_solver = admm(1);
  REQUIRE_FALSE(pd.begin_step(problem));
  REQUIRE_FALSE(admm_solver.begin_step(problem));
  for (int iteration = 0; iteration < 50; ++iteration) {
    const Positions<double> before = pd.positions();
    pd.iterate();
    admm_solver.iterate();
    if (iteration == 0) REQUIRE(distance(pd.positions(), before) > 1e-2);
    CHECK(distance(pd.positions(), admm_solver.positions()) <
          1e-12);  // rounding of solves with condition 1e3
  }
}

TEST_CASE("ADMM is PD where every element is drawn to a point") {
  check_equal_iterates<PointLaw>();
}

TEST_CASE("ADMM is PD where every element is drawn to a subspace") {
  check_equal_iterates<SubspaceLaw>();
}

}  // namespace simbench::test

// Tests what each filter of Newton's Hessian decides, and the matrices that follow, against dense ones.
#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>

#include "deformable/referee/minimum.h"
#include "deformable/solvers/kernels/indefinite_elements.h"
#include "deformable/solvers/newton.h"
#include "math/work.h"
#include "tests/support/beam_problem.h"
#include "tests/support/random.h"
#include "tests/support/solving.h"

using namespace simbench;
using namespace simbench::test;
using Eigen::MatrixXd, Eigen::VectorXd;

namespace {

const std::vector<NewtonHessian> definite_filters = {NewtonHessian::clamped,   NewtonHessian::exact_if_spd,
                                                     NewtonHessian::absolute,  NewtonHessian::trust_region,
                                                     NewtonHessian::on_demand, NewtonHessian::progressive,
                                                     NewtonHessian::kinetic};

IncrementalPotential<double> plain_beam(const std::string& law) {
  BeamSettings settings;
  settings.law = law;
  return twisted_beam(settings);
}

// Slightly enlarged and soft, so that every stretch is and stays above 1: no element is indefinite.
IncrementalPotential<double> soft_stretched_beam(const std::string& law) {
  BeamSettings settings;
  settings.law = law;
  settings.stiffness = 1e4;
  IncrementalPotential<double> problem = twisted_beam(settings);
  problem.inertial_positions = jittered(1.05 * problem.mesh->rest_positions, 1e-5, 3);
  problem.previous_positions = problem.inertial_positions;
  return problem;
}

// Slightly enlarged, and crumpled where x is small: its exact Hessian is not positive definite.
IncrementalPotential<double> indefinite_beam() {
  BeamSettings settings;
  settings.law = "stable_neo_hookean";
  settings.time_step = 1;
  IncrementalPotential<double> problem = twisted_beam(settings);
  const Positions<double> enlarged = 1.02 * problem.mesh->rest_positions;
  problem.inertial_positions = jittered(enlarged, 0.05, 1);
  for (Index i = 0; i < enlarged.cols(); ++i) {
    if (enlarged(0, i) > 0.25) problem.inertial_positions.col(i) = enlarged.col(i);
  }
  return problem;
}

MatrixXd dense_hessian(const IncrementalPotential<double>& problem, const HessianForm& form) {
  BlockMatrix<double> hessian = problem.hessian_pattern();
  problem.hessian(problem.inertial_positions, form, hessian);
  const MatrixXd lower = hessian.matrix();
  return lower.selfadjointView<Eigen::Lower>();
}

bool is_definite(const MatrixXd& matrix) {
  return Eigen::LLT<MatrixXd>(matrix).info() == Eigen::Success;
}

// The potential of some tets only, which are those with `wanted` in `chosen`.
std::shared_ptr<const Potential<double>> part(const IncrementalPotential<double>& problem,
                                              const std::vector<bool>& chosen, bool wanted) {
  std::vector<int> tets;
  for (int t = 0; t < static_cast<int>(chosen.size()); ++t) {
    if (chosen[t] == wanted) tets.push_back(t);
  }
  return material("stable_neo_hookean", BeamSettings().stiffness)->potential({problem.mesh, tets});
}

// What a filter did in one call: a direction, and the counts that it reports.
struct Found {
  Positions<double> direction;
  int factorisations;
  int projected;
};

Found find(NewtonSystem<double>& system, const Iterate<double>& current) {
  Found found;
  const Index before = work_done.factorisations;
  REQUIRE(system.find_direction(current, found.direction) == MatrixDefect::none);
  IterationReport report;
  system.report(report);
  found.factorisations = static_cast<int>(work_done.factorisations - before);
  found.projected = static_cast<int>(report.diagnostics["projected_elements"].value());
  return found;
}

void check_solves(const Found& found, const MatrixXd& matrix, const Iterate<double>& current) {
  const VectorXd expected = -matrix.llt().solve(current.gradient.reshaped());
  CHECK((found.direction.reshaped() - expected).norm() < 1e-7 * expected.norm());
}

}  // namespace

TEST_CASE("Where no element is indefinite, every filter takes the steps of the clamped Hessian") {
  const IncrementalPotential<double> problem = soft_stretched_beam(GENERATE("strain", "stable_neo_hookean"));
  Newton<double> clamped({});
  REQUIRE_FALSE(clamped.begin_step(problem));
  std::vector<NewtonHessian> filters = definite_filters;
  filters.push_back(NewtonHessian::exact);
  for (const NewtonHessian filter : filters) {
    NewtonSettings settings;
    settings.hessian = filter;
    Newton<double> newton(settings);
    REQUIRE_FALSE(newton.begin_step(problem));
    REQUIRE_FALSE(clamped.begin_step(problem));
    for (int iteration = 0; iteration < 2; ++iteration) {
      INFO(static_cast<int>(filter) << ", iteration " << iteration);
      const Index before = work_done.factorisations;
      IterationReport report = newton.iterate();
      CHECK(work_done.factorisations == before + 1);
      REQUIRE_FALSE(report.stop);
      newton.complete(report);
      REQUIRE_FALSE(clamped.iterate().stop);
      CHECK(report.diagnostics["indefinite_elements"] == 0.0);
      CHECK(distance(newton.positions(), clamped.positions()) < 1e-12);
    }
    CHECK(distance(newton.positions(), problem.inertial_positions) > 1e-4);
  }
}

TEST_CASE("Every filter ends in Newton's minimum") {
  const IncrementalPotential<double> problem = plain_beam(GENERATE("strain", "stable_neo_hookean"));
  const Minimum minimum = minimise(problem);
  REQUIRE(minimum.found());
  for (const NewtonHessian filter : definite_filters) {
    INFO(static_cast<int>(filter));
    NewtonSettings settings;
    settings.hessian = filter;
    Newton<double> newton(settings);
    const double f = problem.objective(run(newton, problem, 300));
    CHECK(f == Approx(minimum.objective).epsilon(1e-9));
  }
}

TEST_CASE("A form with marked vertices clamps the tets that they touch, and no other ones") {
  const IncrementalPotential<double> problem = indefinite_beam();
  std::vector<char> marked(static_cast<std::size_t>(problem.vertex_count()), 0);
  for (const int vertex : {3, 10, 11, 30}) marked[vertex] = 1;
  std::vector<bool> touched;
  for (Index t = 0; t < problem.mesh->tet_count(); ++t)
    touched.push_back(
        (problem.mesh->tets.col(t).array().unaryExpr([&](int v) { return int(marked[v]); })).any());
  IncrementalPotential<double> untouched = problem, clamped = problem;
  untouched.potentials = {part(problem, touched, false)};
  clamped.potentials = {part(problem, touched, true)};
  clamped.masses.setZero();
  const MatrixXd expected =
      dense_hessian(untouched, Definiteness::exact) + dense_hessian(clamped, Definiteness::clamped);
  const MatrixXd exact = dense_hessian(problem, Definiteness::exact);
  REQUIRE((expected - exact).norm() > 1e-3 * exact.norm());
  CHECK((dense_hessian(problem, {Definiteness::clamped, marked}) - expected).norm() < 1e-13 * exact.norm());
  CHECK(dense_hessian(problem, {Definiteness::clamped, std::vector<char>(marked.size(), 0)}) == exact);
  CHECK(dense_hessian(problem, {Definiteness::clamped, std::vector<char>(marked.size(), 1)}) ==
        dense_hessian(problem, Definiteness::clamped));
}

TEST_CASE("An element counts as indefinite if its Hessian has a negative eigenvalue") {
  IncrementalPotential<double> problem = indefinite_beam();
  const auto whole = problem.potentials.front();
  problem.masses.setZero();
  int expected = 0;
  for (Index t = 0; t < problem.mesh->tet_count(); ++t) {
    std::vector<bool> chosen(static_cast<std::size_t>(problem.mesh->tet_count()), false);
    chosen[t] = true;
    problem.potentials = {part(problem, chosen, true)};
    MatrixXd of_corners(12, 12);  // the rest is zero
    const MatrixXd hessian = dense_hessian(problem, Definiteness::exact);
    for (int i = 0; i < 4; ++i) {
      for (int j = 0; j < 4; ++j)
        of_corners.block<3, 3>(3 * i, 3 * j) =
            hessian.block<3, 3>(3 * problem.mesh->tets(i, t), 3 * problem.mesh->tets(j, t));
    }
    const VectorXd values = of_corners.selfadjointView<Eigen::Lower>().eigenvalues();
    expected += values.minCoeff() < -1e-7 * values.maxCoeff();
  }
  REQUIRE(expected > 0);
  REQUIRE(expected < problem.mesh->tet_count());
  CHECK(indefinite_elements(*whole, problem.inertial_positions) == expected);
}

TEST_CASE("trust_region clamps after a step whose decrease the exact model predicts to 1 %") {
  const IncrementalPotential<double> problem = indefinite_beam();
  const Iterate<double> before = iterate_at(problem, problem.inertial_positions);
  NewtonSystem<double> system(NewtonHessian::trust_region), fixed(NewtonHessian::clamped);
  REQUIRE_FALSE(system.begin_step(problem));
  REQUIRE_FALSE(fixed.begin_step(problem));
  Positions<double> clamped, absolute;
  REQUIRE(fixed.find_direction(before, Definiteness::clamped, clamped) == MatrixDefect::none);
  REQUIRE(fixed.find_direction(before, Definiteness::absolute, absolute) == MatrixDefect::none);
  REQUIRE(distance(clamped, absolute) > 1e-6);
  CHECK(find(system, before).direction == absolute);
  const VectorXd step = 0.3 * absolute.reshaped();
  const double predicted = -before.gradient.reshaped().dot(step) -
                           step.dot(dense_hessian(problem, Definiteness::exact) * step) / 2;
  Iterate<double> after = before;
  after.positions.reshaped() += step;
  for (const auto& [ratio, is_clamped] :
       {std::pair(1.0, true), {1.009, true}, {0.991, true}, {1.011, false}, {0.989, false}, {-1.0, false}}) {
    INFO(ratio);
    after.objective = before.objective - ratio * predicted;
    system.observe(before, after);
    CHECK(find(system, before).direction == (is_clamped ? clamped : absolute));
  }
}

TEST_CASE("on_demand clamps in the iteration that fails and in three more, exact_if_spd only there") {
  const IncrementalPotential<double> problem = indefinite_beam();
  const Iterate<double> current = iterate_at(problem, problem.inertial_positions);
  const MatrixXd clamped = dense_hessian(problem, Definiteness::clamped);
  REQUIRE_FALSE(is_definite(dense_hessian(problem, Definiteness::exact)));
  const auto check = [&](NewtonSystem<double>& system, std::initializer_list<int> factorisations) {
    for (const int expected : factorisations) {
      const Found found = find(system, current);
      CHECK(found.factorisations == expected);
      CHECK(found.projected == problem.mesh->tet_count());
      check_solves(found, clamped, current);
    }
  };
  NewtonSystem<double> on_demand(NewtonHessian::on_demand), if_spd(NewtonHessian::exact_if_spd);
  REQUIRE_FALSE(on_demand.begin_step(problem));
  REQUIRE_FALSE(if_spd.begin_step(problem));
  check(on_demand, {2, 1, 1, 1, 2, 1});
  check(if_spd, {2, 2, 2});
  REQUIRE_FALSE(on_demand.begin_step(problem));  // forgets the countdown
  check(on_demand, {2});
}

TEST_CASE("progressive clamps where the gradient reaches the first of the halved thresholds that is enough") {
  const IncrementalPotential<double> problem = indefinite_beam();
  const Iterate<double> current = iterate_at(problem, problem.inertial_positions);
  const double largest = current.gradient.cwiseAbs().maxCoeff();
  // The matrix with this threshold, and the number of tets that it clamps.
  const auto of_threshold = [&](double threshold) {
    std::vector<bool> touched;
    for (Index t = 0; t < problem.mesh->tet_count(); ++t) {
      double force = 0;
      for (int c = 0; c < 4; ++c)
        force = std::max(force, current.gradient.col(problem.mesh->tets(c, t)).cwiseAbs().maxCoeff());
      touched.push_back(force >= threshold);
    }
    IncrementalPotential<double> exact = problem, clamped = problem;
    exact.potentials = {part(problem, touched, false)};
    clamped.potentials = {part(problem, touched, true)};
    clamped.masses.setZero();
    return std::pair<MatrixXd, int>(
        dense_hessian(exact, Definiteness::exact) + dense_hessian(clamped, Definiteness::clamped),
        static_cast<int>(std::ranges::count(touched, true)));
  };
  double threshold = largest / 2;
  int expected_factorisations = 2;
  for (; !is_definite(of_threshold(threshold).first); ++expected_factorisations) threshold /= 2;
  const auto [matrix, count] = of_threshold(threshold);
  REQUIRE(count < problem.mesh->tet_count());

  NewtonSystem<double> system(NewtonHessian::progressive);
  REQUIRE_FALSE(system.begin_step(problem));
  const Found first = find(system, current);
  CHECK(first.factorisations == expected_factorisations);
  CHECK(first.projected == count);
  check_solves(first, matrix, current);
  // The next iteration begins with twice the threshold. At the same positions it fails once, if the first one
  // failed there, and ends with the same matrix.
  const bool is_enough = is_definite(of_threshold(2 * threshold).first);
  const Found second = find(system, current);
  CHECK(second.factorisations == (is_enough ? 1 : 2));
  check_solves(second, is_enough ? of_threshold(2 * threshold).first : matrix, current);
}

TEST_CASE("kinetic adds the first multiple of M/h^2 that makes the exact Hessian positive definite") {
  const IncrementalPotential<double> problem = indefinite_beam();
  const Iterate<double> current = iterate_at(problem, problem.inertial_positions);
  const MatrixXd exact = dense_hessian(problem, Definiteness::exact);
  const MatrixXd inertia = problem.inertia_weights().transpose().replicate(3, 1).reshaped().asDiagonal();
  const double needed =
      -Eigen::GeneralizedSelfAdjointEigenSolver<MatrixXd>(exact, inertia, Eigen::EigenvaluesOnly)
           .eigenvalues()
           .minCoeff();
  REQUIRE(needed > 0);
  double kappa = 1e-3;
  int expected_factorisations = 2;
  for (; kappa < needed; ++expected_factorisations) kappa *= 10;
  NewtonSystem<double> system(NewtonHessian::kinetic);
  REQUIRE_FALSE(system.begin_step(problem));
  for (int repeat = 0; repeat < 2; ++repeat) {  // it begins with 0 in each iteration
    const Found found = find(system, current);
    CHECK(found.factorisations == expected_factorisations);
    CHECK(found.projected == 0);
    check_solves(found, exact + kappa * inertia, current);
  }
}

TEST_CASE("kinetic declines statics, where M/h^2 is zero") {
  IncrementalPotential<double> problem = plain_beam("strain");
  problem.time_step = std::numeric_limits<double>::infinity();
  NewtonSettings settings;
  settings.hessian = NewtonHessian::kinetic;
  const std::optional<Failure> failure = Newton<double>(settings).begin_step(problem);
  REQUIRE(failure);
  CHECK_THAT(failure->reason, Catch::Contains("statics"));
}

// Tests hard constraints det F = 1 (volumes of infinite stiffness): closed forms, the limit of stiff springs
// on volumes, and the conditions of a constrained minimum by finite differences.
#include <regex>
#include <set>

#include "deformable/solvers/kernels/hard_rows.h"
#include "deformable/solvers/kkt.h"
#include "tests/support/beam_problem.h"
#include "tests/support/dense.h"
#include "tests/support/potentials.h"
#include "tests/support/solving.h"

using namespace simbench;
using namespace simbench::test;

namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

VectorX<double> determinants(const TetMesh& mesh, const Positions<double>& q) {
  return tet_volumes(mesh, q).cwiseQuotient(tet_volumes(mesh, mesh.rest_positions));
}
double violation(const TetMesh& mesh, const Positions<double>& q) {
  return (determinants(mesh, q).array() - 1).abs().maxCoeff();
}

// ∂ det F/∂q of all tets. A determinant is linear in each coordinate, so these differences are exact.
Eigen::MatrixXd jacobian(const TetMesh& mesh, const Positions<double>& q) {
  constexpr double step = 1e-3;
  Eigen::MatrixXd J(mesh.tet_count(), q.size());
  for (Index i = 0; i < q.size(); ++i) {
    Positions<double> more = q, less = q;
    more.data()[i] += step;
    less.data()[i] -= step;
    J.col(i) = (determinants(mesh, more) - determinants(mesh, less)) / (2 * step);
  }
  return J;
}

// A twisted beam of five tets with springs on all edges of a tet, or of strain, and volumes.
IncrementalPotential<double> beam_with_volumes(double stiffness, bool has_springs = false) {
  IncrementalPotential<double> problem =
      twisted_beam({.cells = {1, 1, 1}, .stiffness = 1e5, .twist_degrees = 15});
  problem.inertial_positions.row(1) *= 1.1;
  if (has_springs) {
    std::set<std::array<int, 2>> edges;
    for (const auto& tet : problem.mesh->tets.colwise()) {
      for (int a = 0; a < 4; ++a) {
        for (int b = 0; b < a; ++b) edges.insert({std::min(tet[a], tet[b]), std::max(tet[a], tet[b])});
      }
    }
    VectorX<double> lengths(static_cast<Index>(edges.size()));
    Index i = 0;
    for (const auto& [a, b] : edges)
      lengths[i++] = (problem.mesh->rest_positions.col(a) - problem.mesh->rest_positions.col(b)).norm();
    problem.potentials = {springs({edges.begin(), edges.end()}, lengths, 1e3)};
  }
  problem.potentials.push_back(volumes(problem.mesh, stiffness));
  return problem;
}

KktSettings kkt_settings(bool geometric_stiffness) {
  KktSettings settings;
  settings.geometric_stiffness = geometric_stiffness;
  return settings;
}

// ‖∇E + M (q − q̃)/h² + Jᵀ p‖ for the best p, relative to the norm of its first two terms.
double stationarity(const IncrementalPotential<double>& problem, const Positions<double>& q) {
  Positions<double> gradient(3, q.cols());
  problem.objective_and_gradient(q, gradient);
  const Eigen::MatrixXd transposed = jacobian(*problem.mesh, q).transpose();
  const VectorX<double> g = gradient.reshaped();
  const VectorX<double> p = least_squares(transposed, -g);
  return (g + transposed * p).norm() / g.norm();
}

}  // namespace

TEST_CASE(
    "A regular tet of the wrong size shrinks by Newton's iteration of s^3 = 1 in solvers of constraints") {
  auto mesh = std::make_shared<TetMesh>();
  mesh->rest_positions.resize(3, 4);
  mesh->rest_positions << 1, 1, -1, -1,  //
      1, -1, 1, -1,                      //
      1, -1, -1, 1;
  mesh->tets.resize(4, 1);
  mesh->tets << 0, 2, 1, 3;
  REQUIRE(tet_volumes(*mesh, mesh->rest_positions)[0] > 0);
  IncrementalPotential<double> problem;
  problem.mesh = mesh;
  problem.masses = VectorX<double>::Constant(4, 2);
  problem.time_step = 0.01;
  problem.previous_positions = problem.inertial_positions = 1.3 * mesh->rest_positions;
  problem.potentials = {volumes(mesh, infinite)};
  int takers = 0;
  for (const SolverEntry& entry : solvers()) {
    if (!entry.traits.takes_hard_constraints) continue;
    ++takers;
    for (const Precision precision : {Precision::double_precision, Precision::single_precision}) {
      INFO(entry.name);
      const double rounding = precision == Precision::double_precision ? 1e-15 : 1e-6;
      const std::unique_ptr<Solver<double>> solver = registered_solver(entry.name, precision);
      REQUIRE_FALSE(solver->begin_step(problem));
      double s = 1.3;
      for (int iteration = 0; iteration < 8; ++iteration) {
        REQUIRE_FALSE(solver->iterate().stop);
        s -= (s * s * s - 1) / (3 * s * s);
        CHECK(distance(solver->positions(), s * mesh->rest_positions) < 4 * rounding);
      }
      CHECK(violation(*mesh, solver->positions()) < 8 * rounding);
    }
  }
  CHECK(takers == 4);
}

TEST_CASE("Hard volumes are the limit of stiff ones: the difference falls like 1/stiffness") {
  const auto end = [](const std::string& name, double stiffness) {
    const IncrementalPotential<double> problem = beam_with_volumes(stiffness);
    if (name == "xpbd_global") {
      XpbdGlobalSettings settings;
      settings.keep_g = true;
      XpbdGlobal<double> solver(settings);
      return run(solver, problem, 3);
    }
    return run(*registered_solver(name), problem, 3);
  };
  for (const char* const name : {"xpbd", "xpbd_global", "kkt"}) {
    INFO(name);
    const Positions<double> hard = end(name, infinite);
    CHECK(distance(hard, end(name, 1e5)) > 1e-4);
    double last = distance(hard, end(name, 1e9));
    CHECK(last > 1e-9);
    for (const double stiffness : {1e10, 1e11}) {
      const double next = distance(hard, end(name, stiffness));
      CHECK(last / next == Approx(10).epsilon(0.01));
      last = next;
    }
  }
}

TEST_CASE("kkt and xpbd_global end in the same constrained minimum, with det F = 1 and a force along J") {
  const IncrementalPotential<double> problem = beam_with_volumes(infinite, true);
  XpbdGlobalSettings settings;
  settings.keep_g = true;
  XpbdGlobal<double> global(settings);
  Kkt<double> kkt(kkt_settings(false));
  const Positions<double> by_global = run(global, problem, 200), by_kkt = run(kkt, problem, 200);
  CHECK(violation(*problem.mesh, problem.inertial_positions) > 0.05);
  CHECK(violation(*problem.mesh, by_kkt) < 1e-12);
  CHECK(violation(*problem.mesh, by_global) < 1e-12);
  CHECK(stationarity(problem, problem.inertial_positions) > 0.1);
  CHECK(stationarity(problem, by_kkt) < 1e-9);
  CHECK(stationarity(problem, by_global) < 1e-9);
  CHECK(distance(by_kkt, by_global) < 1e-12);
}

TEST_CASE("With geometric stiffness, kkt converges quadratically to a minimum with hard volumes") {
  const IncrementalPotential<double> problem = beam_with_volumes(infinite, true);
  Kkt<double> kkt(kkt_settings(true));
  REQUIRE_FALSE(kkt.begin_step(problem));
  int iterations = 0;
  while (stationarity(problem, kkt.positions()) > 1e-10 ||
         violation(*problem.mesh, kkt.positions()) > 1e-13) {
    REQUIRE_FALSE(kkt.iterate().stop);
    REQUIRE(++iterations < 12);
  }
  Kkt<double> slow(kkt_settings(false));
  CHECK(distance(run(slow, problem, 200), kkt.positions()) < 1e-10);
  CHECK(distance(run(slow, problem, iterations), kkt.positions()) > 1e-9);
}

TEST_CASE("Hard constraints have no energy, and a system matrix without them") {
  const IncrementalPotential<double> problem = beam_with_volumes(infinite);
  const Potential<double>& hard = *problem.potentials[1];
  REQUIRE(hard.is_hard());
  CHECK_FALSE(problem.potentials[0]->is_hard());
  CHECK_FALSE(volumes(problem.mesh, 1e300)->is_hard());
  Positions<double> gradient = Positions<double>::Zero(3, problem.vertex_count());
  CHECK(hard.value(problem.inertial_positions) == 0);
  CHECK(hard.rest_energy() == 0);
  CHECK(hard.add_gradient(problem.inertial_positions, gradient) == 0);
  CHECK(gradient.isZero(0));
  CHECK(hard.stiffnesses().isZero(0));
  IncrementalPotential<double> without = problem;
  without.potentials.pop_back();
  CHECK(problem.stiffness_matrix().toDense() == without.stiffness_matrix().toDense());
  BlockMatrix<double> H = problem.hessian_pattern(), H_without = without.hessian_pattern();
  problem.hessian(problem.inertial_positions, Definiteness::exact, H);
  without.hessian(problem.inertial_positions, Definiteness::exact, H_without);
  CHECK(H.matrix().toDense() == H_without.matrix().toDense());
  CHECK(is_representable(single_precision(problem)));
}

TEST_CASE("The rank of hard rows is that of a dense decomposition, at rest and twisted, free and held") {
  IncrementalPotential<double> problem = twisted_beam({.cells = {4, 3, 3}, .twist_degrees = 90});
  problem.potentials = {volumes(problem.mesh, infinite)};
  const bool is_held = GENERATE(false, true);
  if (is_held) {
    const std::vector<int> ends = end_vertices(*problem.mesh);
    problem.hold(ends, problem.previous_positions(Eigen::all, ends));
  }
  HardRows<double> rows(problem);
  std::vector<Index> ranks;
  for (const Positions<double>& q : {problem.mesh->rest_positions, problem.previous_positions}) {
    Eigen::MatrixXd J = jacobian(*problem.mesh, q);
    for (Index vertex = 0; vertex < q.cols(); ++vertex)
      J.middleCols(3 * vertex, 3) *= std::sqrt(problem.inverse_masses()[vertex]);
    J.rowwise().normalize();
    const VectorX<double> singular = singular_values(J);
    rows.linearise(q);
    const JacobianRank found = rows.rank();
    CHECK(found.constraints == problem.mesh->tet_count());
    CHECK(found.rank == (singular.array() > 1e-6).count());
    CHECK((singular.array() > 3e-7 && singular.array() < 3e-6).count() == 0);  // none is near the border
    ranks.push_back(found.rank);
  }
  CHECK(ranks[0] < problem.mesh->tet_count());
  CHECK(ranks[0] < ranks[1]);
}

TEST_CASE("Redundant hard volumes stop solvers of systems with the rank, and sweeps solve them") {
  IncrementalPotential<double> problem = beam_with_volumes(infinite);
  problem.potentials.push_back(problem.potentials[1]);
  for (const char* const name : {"kkt", "xpbd_global"}) {
    for (const Precision precision : {Precision::double_precision, Precision::single_precision}) {
      const auto failure = registered_solver(name, precision)->begin_step(problem);
      REQUIRE(failure);
      CHECK(failure->status == Status::not_spd);
      CHECK(failure->reason.find("the 10 hard constraints has rank 5") != std::string::npos);
      // The second five are those of the first potential again.
      CHECK(std::regex_search(failure->reason, std::regex("example number [0-9], ([0-9], ){3}[0-9] ")));
      CHECK(failure->reason.find("xpbd, which accepts redundant constraints") != std::string::npos);
    }
  }
  for (const char* const name : {"xpbd", "pbd"}) {
    const Positions<double> end = run(*registered_solver(name), problem, 2000);
    CHECK(violation(*problem.mesh, end) < (std::string_view(name) == "xpbd" ? 1e-9 : 1e-3));
  }
}

TEST_CASE("Solvers of energies decline hard constraints, and settings that contradict them are declined") {
  const Potentials<double> hard = beam_with_volumes(infinite).potentials;
  for (const SolverEntry& entry : iterating_solvers()) {
    INFO(entry.name);
    const Declines declined =
        entry.declines_problem(hard, StepFormula::none, StepStart::inertial, 8, *entry.default_settings());
    CHECK(declined.has_value() == !entry.traits.takes_hard_constraints);
    if (declined) CHECK(declined->find("finite stiffness, or take one of pbd, xpbd") != std::string::npos);
  }
  XpbdSettings natural, damped;
  natural.initial_multipliers = InitialMultipliers::natural;
  damped.damping = 1e-3;
  CHECK(Xpbd<double>::declines(hard, natural)->find("alpha = 0") != std::string::npos);
  CHECK(Xpbd<double>::declines(hard, damped)->find("infinite") != std::string::npos);
  PbdSettings energy;
  energy.constraint = PbdConstraint::energy;
  CHECK(Pbd<double>::declines(hard, energy)->find("constraint to distance") != std::string::npos);
  XpbdGlobalSettings search;
  search.step_rule = StepRule::line_search_on_residual;
  CHECK(XpbdGlobal<double>::declines(hard, search)->find("set step to full") != std::string::npos);
  search.step_length = 0.5;
  CHECK_FALSE(XpbdGlobal<double>::declines(hard, search));
}

TEST_CASE("XPBD's residuals leave hard constraints out, and their multipliers act on g") {
  IncrementalPotential<double> problem = beam_with_volumes(infinite);
  problem.potentials.erase(problem.potentials.begin());  // the strain
  problem.inertial_positions = problem.mesh->rest_positions;
  problem.inertial_positions.row(1) *= 1.001;
  const std::unique_ptr<Solver<double>> solver = registered_solver("xpbd");
  const Positions<double> end = run(*solver, problem, 2000);
  IterationReport report;
  solver->complete(report);
  CHECK(*report.diagnostics["multiplier_residual"] == 0);
  // g = M (q − q̃) − Jᵀ λ is zero up to the changes of J during the sweeps.
  const double inertial =
      ((end - problem.inertial_positions) * problem.inertia_weights().asDiagonal()).norm();
  CHECK(*report.diagnostics["gradient_residual"] < 0.01 * inertial);
}

TEST_CASE("Rows of J that are not finite are no redundant constraints") {
  IncrementalPotential<double> problem = beam_with_volumes(infinite);
  HardRows<double> rows(problem);
  Positions<double> q = problem.mesh->rest_positions;
  rows.linearise(q);
  CHECK_FALSE(redundancy(rows.rank()));
  for (const double coordinate : {std::numeric_limits<double>::quiet_NaN(), 1e160, 1e300}) {
    q(0, 0) = coordinate;
    rows.linearise(q);
    CHECK_FALSE(redundancy(rows.rank()));
  }
}

// Tests single iterations against the same iteration written out with the local steps that solvers share.
#include "deformable/energy/prox.h"
#include "deformable/solvers/kernels/constraint_sweep.h"
#include "deformable/solvers/kernels/local_step.h"
#include "tests/support/beam_problem.h"
#include "tests/support/dense.h"
#include "tests/support/solving.h"

using namespace simbench;
using namespace simbench::test;

TEST_CASE("XPBD sweeps first over anchors, then over tets, for any order of the potentials") {
  BeamSettings settings;
  settings.anchored = true;
  settings.law = GENERATE("strain", "stable_neo_hookean");
  settings.stiffness = 1e5;
  IncrementalPotential<double> problem = twisted_beam(settings);
  REQUIRE(problem.potentials[0]->is_material());
  REQUIRE_FALSE(problem.potentials[1]->is_material());
  XpbdSettings xpbd_settings;
  xpbd_settings.form = GENERATE(ConstraintForm::split, ConstraintForm::combined);
  const ConstraintForm form = xpbd_settings.form;
  const VectorX<double> inverse_masses = problem.masses.cwiseInverse();
  const auto two_sweeps = [&](std::size_t first, std::size_t second) {
    Positions<double> positions = problem.inertial_positions;
    std::vector<std::unique_ptr<ConstraintSweep<double>>> sweeps;
    for (const auto& potential : problem.potentials) {
      sweeps.push_back(constraint_sweep<double>(*potential, form, 1 / (1e-2 * 1e-2),
                                                mesh_order(potential->element_count()), inverse_masses));
    }
    for (int sweep = 0; sweep < 2; ++sweep) {
      for (const std::size_t t : {first, second}) sweeps[t]->run(positions);
    }
    return positions;
  };
  Xpbd<double> xpbd(xpbd_settings);
  const Positions<double> positions = run(xpbd, problem, 2);
  CHECK(distance(positions, two_sweeps(1, 0)) < 1e-14);
  REQUIRE(distance(positions, two_sweeps(0, 1)) > 1e-6);
  std::swap(problem.potentials[0], problem.potentials[1]);
  CHECK(run(xpbd, problem, 2) == positions);
}

TEST_CASE("ADMM's first iteration and its residuals follow the definition") {
  BeamSettings settings;
  settings.anchored = true;
  settings.law = any_law();
  settings.stiffness = 1e6;
  const IncrementalPotential<double> problem = twisted_beam(settings);
  const double factor = 0.7;
  const Positions<double>& start = problem.inertial_positions;
  std::vector<VectorX<double>> weights;  // w²
  std::vector<Reduced<double>> z;
  Positions<double> right_hand_side = start * problem.inertia_weights().asDiagonal();
  Positions<double> dual = Positions<double>::Zero(3, start.cols());
  for (const auto& potential : problem.potentials) {
    const bool anchors = !potential->is_material();
    weights.push_back((anchors ? 1 : factor * factor) * potential->stiffnesses());
    Reduced<double> Dq(potential->element_count(), potential->reduced_size());
    potential->reduce(start, Dq);
    z.push_back(Dq);
    Reduced<double> u = Reduced<double>::Zero(Dq.rows(), Dq.cols());
    local_step(*potential, weights.back(), {}, start, z.back(), u, right_hand_side);
    potential->add_transposed(weights.back(), z.back() - Dq, dual);
  }
  const Eigen::MatrixXd A = problem.system_matrix(weights);
  const Positions<double> expected = solved(A, right_hand_side.transpose()).transpose();
  REQUIRE(distance(expected, start) > 1e-3);
  double squared_primal = 0;
  for (std::size_t t = 0; t < z.size(); ++t) {
    Reduced<double> difference = z[t];
    problem.potentials[t]->reduce(expected, difference);
    difference -= z[t];
    squared_primal += weights[t].dot(difference.rowwise().squaredNorm());
  }

  Admm<double> solver = admm(factor);
  REQUIRE_FALSE(solver.begin_step(problem));
  IterationReport report = solver.iterate();
  CHECK_FALSE(report.diagnostics["primal_residual"]);  // computed only on demand, because its time does not
                                                       // belong to the iteration
  solver.complete(report);
  CHECK(distance(solver.positions(), expected) < 1e-11);
  CHECK(report.diagnostics["primal_residual"].value() == Approx(std::sqrt(squared_primal)).epsilon(1e-9));
  CHECK(report.diagnostics["dual_residual"].value() == Approx(dual.norm()).epsilon(1e-9));
}

TEST_CASE("ADMM's absolute weight applies to every tet") {
  BeamSettings settings;
  settings.split = CellSplit::six;  // all tets have the volume 1e-3/6 m³
  const IncrementalPotential<double> problem = twisted_beam(settings);
  AdmmSettings absolute;
  absolute.weight = FixedWeight{0.8 * std::sqrt(1e8 * 1e-3 / 6)};
  Admm<double> by_weight(absolute), by_factor = admm(0.8), other = admm(0.9);
  const Positions<double> positions = run(by_weight, problem, 10);
  CHECK(distance(positions, run(by_factor, problem, 10)) < 1e-10);
  CHECK(distance(positions, run(other, problem, 10)) > 1e-5);
}

TEST_CASE("Without volume scaling ADMM's weight is the same for all tets, of their mean volume") {
  const IncrementalPotential<double> problem =
      twisted_beam({});  // five tets per cell have two different sizes
  AdmmSettings flat, absolute;
  flat.weight = FixedFactor{0.8};
  flat.volume_scaling = false;
  const Index tets = problem.potentials[0]->element_count();
  absolute.weight = FixedWeight{0.8 * std::sqrt(1e8 * (0.8 * 0.2 * 0.2) / static_cast<double>(tets))};
  absolute.volume_scaling = GENERATE(false, true);  // an absolute weight is never scaled
  Admm<double> by_flag(flat), by_weight(absolute), scaled = admm(0.8);
  const Positions<double> positions = run(by_flag, problem, 10);
  CHECK(distance(positions, run(by_weight, problem, 10)) < 1e-10);
  CHECK(distance(positions, run(scaled, problem, 10)) > 1e-5);
}

TEST_CASE("Volume scaling changes nothing if all tets have the same volume") {
  BeamSettings settings;
  settings.split = CellSplit::six;
  settings.anchored = true;
  settings.law = any_law();
  settings.stiffness = 1e6;
  const IncrementalPotential<double> problem = twisted_beam(settings);
  AdmmSettings flat, scaled;
  flat.volume_scaling = false;
  flat.weight = scaled.weight = GENERATE(WeightChoice(FixedFactor{1}), WeightChoice(AutomaticFactor()));
  Admm<double> a(flat), b(scaled);
  const Positions<double> positions = run(a, problem, 15);
  REQUIRE(distance(positions, problem.inertial_positions) > 1e-3);
  CHECK(distance(positions, run(b, problem, 15)) < 1e-9);
}

// Tests that solvers factorise the matrix of a scene once while it stays constant over the steps, that they
// notice when it changes, and that the bits are those of a solver that begins anew in each step.
#include "deformable/solvers/gradient_descent.h"
#include "tests/support/beam_problem.h"
#include "tests/support/solving.h"

using namespace simbench;
using namespace simbench::test;

namespace {

// The solvers whose default settings keep a matrix, and gradient descent, which keeps one in the metric of S.
std::vector<std::unique_ptr<Solver<double>>> solvers_with_a_matrix(Precision precision) {
  std::vector<std::unique_ptr<Solver<double>>> solvers;
  for (const char* name : {"pd", "qn", "bfgs"}) solvers.push_back(registered_solver(name, precision));
  AdmmSettings fixed;
  fixed.weight = FixedFactor{0.5};
  solvers.push_back(find_solver("admm")->make(fixed, precision));
  GradientDescentSettings in_metric_of_s;
  in_metric_of_s.metric = DescentMetric::stiffness;
  solvers.push_back(find_solver("gradient_descent")->make(in_metric_of_s, precision));
  QuasiNewtonSettings simplicial;
  simplicial.linear_solver.method = LinearMethod::simplicial;
  solvers.push_back(find_solver("qn")->make(simplicial, precision));
  return solvers;
}

// Anchors are a new potential in each step, with other targets.
IncrementalPotential<double> step_of_moving_anchors(const IncrementalPotential<double>& beam, int step,
                                                    double stiffness = 1e8) {
  IncrementalPotential<double> problem = beam;
  const std::vector<int> ends = end_vertices(*beam.mesh);
  const Positions<double> targets = twisted(*beam.mesh, 90 + 5 * step)(Eigen::all, ends);
  problem.potentials.push_back(anchor_potential(ends, targets, stiffness));
  return problem;
}

IncrementalPotential<double> step_of_held_ends(const IncrementalPotential<double>& beam, int step) {
  IncrementalPotential<double> problem = beam;
  const std::vector<int> ends = end_vertices(*beam.mesh);
  problem.hold(ends, twisted(*beam.mesh, 90 + 5 * step)(Eigen::all, ends));
  return problem;
}

// Does a step with `kept`, and the same one with a new solver, and returns the factorisations of `kept` so
// far.
int factorisations_after(Solver<double>& kept, Solver<double>& fresh,
                         const IncrementalPotential<double>& problem) {
  CHECK(test::run(kept, problem, 3) == test::run(fresh, problem, 3));
  return kept.factorisations().value();
}

// Counts how often it is assembled.
class CountedPotential final : public Potential<double> {
 public:
  explicit CountedPotential(std::shared_ptr<const Potential<double>> inner) : inner_(std::move(inner)) {}
  mutable int assemblies = 0;

  std::string_view law() const override { return inner_->law(); }
  bool is_material() const override { return true; }
  Index element_count() const override { return inner_->element_count(); }
  double value(const Positions<double>& q) const override { return inner_->value(q); }
  double add_gradient(const Positions<double>& q, Positions<double>& gradient) const override {
    return inner_->add_gradient(q, gradient);
  }
  void add_hessian(const Positions<double>& q, const HessianForm& form,
                   BlockMatrix<double>& h) const override {
    inner_->add_hessian(q, form, h);
  }
  double curvature(const Positions<double>& q, const Positions<double>& d) const override {
    return inner_->curvature(q, d);
  }
  void append_elements(std::vector<std::span<const int>>& elements) const override {
    inner_->append_elements(elements);
  }
  Index reduced_size() const override { return inner_->reduced_size(); }
  const VectorX<double>& stiffnesses() const override { return inner_->stiffnesses(); }
  void add_normal_matrix(const VectorX<double>& weights,
                         std::vector<Eigen::Triplet<double>>& entries) const override {
    ++assemblies;
    inner_->add_normal_matrix(weights, entries);
  }
  void reduce(const Positions<double>& q, Reduced<double>& y) const override { inner_->reduce(q, y); }
  void add_transposed(const VectorX<double>& weights, const Reduced<double>& y,
                      Positions<double>& result) const override {
    inner_->add_transposed(weights, y, result);
  }
  std::shared_ptr<const Potential<float>> single_precision() const override {
    return inner_->single_precision();
  }

 private:
  std::shared_ptr<const Potential<double>> inner_;
};

}  // namespace

TEST_CASE("A constant matrix is factorised once, with the bits of a new factorisation") {
  const auto precision = GENERATE(Precision::double_precision, Precision::single_precision);
  const bool held = GENERATE(false, true);
  const IncrementalPotential<double> beam = twisted_beam({});
  const auto kept = solvers_with_a_matrix(precision);
  for (int step = 1; step <= 3; ++step) {
    const auto fresh = solvers_with_a_matrix(precision);
    const auto problem = held ? step_of_held_ends(beam, step) : step_of_moving_anchors(beam, step);
    for (std::size_t i = 0; i < kept.size(); ++i) {
      INFO("solver " << i << ", step " << step << ", held " << held);
      CHECK(factorisations_after(*kept[i], *fresh[i], problem) == 1);
    }
  }
}

TEST_CASE("Nothing is assembled again while the matrix stays constant") {
  IncrementalPotential<double> problem = twisted_beam({});
  const auto counted = std::make_shared<const CountedPotential>(problem.potentials.front());
  problem.potentials = {counted};
  QuasiNewton<double> qn = quasi_newton(5);
  for (int step = 1; step <= 3; ++step) {
    REQUIRE_FALSE(qn.begin_step(problem));
    CHECK(counted->assemblies == 1);
    problem.previous_positions = problem.inertial_positions;
    problem.inertial_positions *= 1.01;
  }
}

TEST_CASE("A matrix that changes is factorised again") {
  const auto precision = GENERATE(Precision::double_precision, Precision::single_precision);
  const IncrementalPotential<double> beam = twisted_beam({});
  IncrementalPotential<double> shorter = beam, heavier = beam, stiffer = beam, fewer_held = beam;
  shorter.time_step /= 2;
  heavier.masses[3] *= 2;
  BeamSettings stiff;
  stiff.stiffness = 2e8;
  stiffer.potentials = twisted_beam(stiff).potentials;
  const std::vector<int> ends = end_vertices(*beam.mesh);
  fewer_held.hold({ends.front()}, twisted(*beam.mesh, 90).col(ends.front()));
  const std::vector<IncrementalPotential<double>> steps = {beam,
                                                           shorter,
                                                           heavier,
                                                           stiffer,
                                                           step_of_moving_anchors(beam, 1),
                                                           step_of_moving_anchors(beam, 1, 2e8),
                                                           step_of_held_ends(beam, 1),
                                                           fewer_held,
                                                           beam};
  const auto kept = solvers_with_a_matrix(precision);
  for (std::size_t step = 0; step < steps.size(); ++step) {
    const auto fresh = solvers_with_a_matrix(precision);
    for (std::size_t i = 0; i < kept.size(); ++i) {
      INFO("solver " << i << ", step " << step);
      CHECK(factorisations_after(*kept[i], *fresh[i], steps[step]) == static_cast<int>(step) + 1);
    }
  }
}

TEST_CASE("ADMM factorises again when its weight changes") {
  const IncrementalPotential<double> beam = twisted_beam({});
  const auto kept = registered_solver("admm");
  for (int step = 1; step <= 2; ++step) {
    const auto fresh = registered_solver("admm");
    CHECK(test::run(*kept, beam, 30) == test::run(*fresh, beam, 30));
    CHECK(kept->factorisations().value() == step * fresh->factorisations().value());
    CHECK(fresh->factorisations().value() > 1);
  }
}

TEST_CASE("ADMM with the indicator of held vertices factorises once a step, with the bits of a new solver") {
  AdmmSettings settings;
  settings.weight = FixedFactor{0.5};
  settings.held_by = HeldBy::indicator;
  const auto kept = find_solver("admm")->make(settings, Precision::double_precision);
  const IncrementalPotential<double> beam = twisted_beam({});
  for (int step = 1; step <= 3; ++step) {
    const auto fresh = find_solver("admm")->make(settings, Precision::double_precision);
    CHECK(factorisations_after(*kept, *fresh, step_of_held_ends(beam, step)) == step);
  }
}

TEST_CASE("A Hessian is factorised in each step") {
  QuasiNewtonSettings settings;
  settings.initial_matrix = DescentMetric::hessian;
  QuasiNewton<double> kept(settings);
  const IncrementalPotential<double> beam = twisted_beam({});
  for (int step = 1; step <= 3; ++step) {
    QuasiNewton<double> fresh(settings);
    CHECK(factorisations_after(kept, fresh, step_of_held_ends(beam, step)) == step);
  }
}

TEST_CASE("Conjugate gradients keep a constant matrix, with the same bits and without a factorisation") {
  QuasiNewtonSettings settings;
  settings.linear_solver.method = LinearMethod::conjugate_gradients;
  IncrementalPotential<double> problem = twisted_beam({});
  const auto counted = std::make_shared<const CountedPotential>(problem.potentials.front());
  problem.potentials = {counted};
  QuasiNewton<double> kept(settings);
  for (int step = 1; step <= 3; ++step) {
    counted->assemblies = 0;
    const auto next = step_of_held_ends(problem, step);
    REQUIRE_FALSE(kept.begin_step(next));
    CHECK(counted->assemblies == (step == 1 ? 1 : 0));
    QuasiNewton<double> fresh(settings);
    CHECK(factorisations_after(kept, fresh, next) == 0);
  }
}

TEST_CASE("Solvers whose matrix changes in each iteration count no factorisations") {
  for (const SolverEntry& entry : iterating_solvers()) {
    if (!entry.traits.has_constant_matrix) CHECK_FALSE(registered_solver(entry.name)->factorisations());
  }
}

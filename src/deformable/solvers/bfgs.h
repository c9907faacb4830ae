// BFGS (Nocedal and Wright 2006, Alg. 6.1; Ledwon 2024, Eq. 3.18 with a correction) with the inverse Hessian
// H as a dense 3n × 3n matrix.
// One iteration: a line search along p = −H ∇f, and H ← (I − ρsyᵀ) H (I − ρysᵀ) + ρssᵀ with the change s of
// positions, the change y of the gradient, and ρ = 1/sᵀy. It is the same method as L-BFGS with an unlimited
// history and the same first matrix.
// Needs from each potential: objective, gradient and a quadratic stiffness for S.
// Limitations: the triangle of H takes 36 n² bytes, so the method is for small meshes.
#pragma once

#include "deformable/solvers/line_search/line_search.h"
#include "deformable/solvers/linear/metric.h"
#include "deformable/solvers/traits.h"
#include "math/symmetric_matrix.h"

namespace simbench {

struct BfgsSettings final : SolverSettings, LineSearchSettings {
  DescentMetric initial_matrix = DescentMetric::stiffness;
  int vertex_limit = 2000;  // 144 MB in double precision
  LinearSolver linear_solver;
  void describe(config::Fields& fields) override;
};

template <class Real>
class Bfgs final : public Solver<Real> {
 public:
  static constexpr std::string_view name = "bfgs";
  static constexpr std::string_view summary = "BFGS with a dense inverse Hessian, for small problems";
  static constexpr SolverTraits traits = {
      .takes_quadratic_tets = true, .takes_terms = TermKind::any, .is_in_all = false};
  using Settings = BfgsSettings;
  // The cost of H: an iteration reads and writes the numbers of a triangle of 3n × 3n once.
  static Cost cost(const ProblemSize& size) {
    const double numbers = 4.5 * size.vertices * size.vertices;
    return {.iteration_seconds = 0.6e-9 * numbers,
            .bytes = first_order_cost(size).bytes + 8 * numbers,
            .setup_seconds = 16e-9 * numbers,
            .usual_iterations = 150};
  }
  static Declines declines(const Potentials<double>&, const Settings&) { return {}; }
  static Declines declines_size(Index vertices, const Settings& settings);

  explicit Bfgs(const Settings& settings)
      : settings_(settings), metric_(settings.initial_matrix, settings.linear_solver) {}
  std::optional<Failure> begin_step(const IncrementalPotential<Real>& problem) override;
  IterationReport iterate() override;
  const Positions<Real>& positions() const override { return current_.positions; }
  std::string_view elimination_order() const override { return metric_.ordering(); }
  std::optional<int> factorisations() const override { return metric_.factorisations(); }
  // H of the next iteration, 3n × 3n.
  MatrixX<Real> inverse_hessian() const { return H_.dense(); }

 private:
  bool set_to_inverse_metric();
  void scale_identity(Real scale);
  void update_inverse_hessian();

  Settings settings_;
  const IncrementalPotential<Real>* problem_ = nullptr;
  MetricSystem<Real> metric_;  // the first Hessian
  Real first_length_ = 1;      // first α of the next search
  SymmetricMatrix<Real> H_;
  bool needs_scaling_ = false;  // the first update scales the first matrix, the identity
  VectorX<Real> gradient_, s_, y_, Hy_, Hg_, v_;
  Iterate<Real> current_;
  Iterate<Real> trial_;
  Positions<Real> direction_;  // −H ∇f at current_
};

}  // namespace simbench

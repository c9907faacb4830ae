// JGS2 (Lan et al. 2025) in its ideal form: a Jacobi iteration of vertices, each of which moves with the
// answer of all others to its move, in the whole space and without cubature. One iteration: for each vertex i
// at the same time, Δq_i = −R_i (U_iᵀ H U_i)⁻¹ U_iᵀ ∇f with the clamped Hessian H at q. The columns of U_i
// are the displacements of all vertices that a unit move of i causes while no other vertex is loaded: U_i =
// A⁻¹ E_i (E_iᵀ A⁻¹ E_i)⁻¹ with the clamped Hessian A of the body at rest, or at the start of the step. They
// turn with the body, and R_i is the turn of vertex i. If A = H, Δq is Newton's step. Needs from each
// potential: gradient and Hessian. Limitations: there is no line search, and nothing guards an iteration. The
// paper computes U_iᵀ H U_i from few tets (cubature); this solver computes all of it from dense matrices, so
// it is for small bodies, and for the rate of convergence only.
#pragma once

#include "deformable/solvers/linear/metric.h"
#include "deformable/solvers/solver.h"
#include "deformable/solvers/traits.h"

namespace simbench {

// The state whose Hessian A gives the displacements.
enum class Jgs2Bases { rest, start };

struct Jgs2Settings final : SolverSettings {
  Jgs2Bases bases = Jgs2Bases::rest;
  int vertex_limit = 2000;  // three matrices of 288 MB each in double precision
  LinearSolver linear_solver;
  void describe(config::Fields& fields) override;
};

template <class Real>
class Jgs2 final : public Solver<Real> {
 public:
  static constexpr std::string_view name = "jgs2";
  static constexpr std::string_view summary =
      "JGS2 without cubature: each vertex moves with the answer of all others, for small problems";
  static constexpr SolverTraits traits = {.has_constant_matrix = false,
                                          .is_stable = false,
                                          .may_diverge = true,
                                          .conserves_momentum = false,
                                          .is_in_all = false};
  using Settings = Jgs2Settings;
  // The cost of U and H U: a product of a sparse and a dense matrix in each iteration.
  static Cost cost(const ProblemSize& size) {
    const double numbers = 9 * size.vertices * size.vertices;
    return {.iteration_seconds = 1e-7 * numbers,
            .bytes = first_order_cost(size).bytes + 24 * numbers,
            .setup_seconds = 9e-9 * numbers,
            .usual_iterations = 100};
  }
  static Declines declines(const Potentials<double>&, const Settings&) { return {}; }
  static Declines declines_size(Index vertices, const Settings& settings);

  explicit Jgs2(const Settings& settings)
      : settings_(settings), metric_(DescentMetric::hessian, settings.linear_solver) {}
  std::optional<Failure> begin_step(const IncrementalPotential<Real>& problem) override;
  IterationReport iterate() override;
  const Positions<Real>& positions() const override { return positions_; }
  std::string_view elimination_order() const override { return metric_.ordering(); }

 private:
  using Matrix = Eigen::Matrix<Real, Eigen::Dynamic, Eigen::Dynamic>;

  bool find_bases();
  // The rotation of each vertex at these positions: the closest one to the sum of V F over its tets.
  void find_rotations(const Positions<Real>& positions, std::vector<Matrix3<Real>>& rotations) const;

  Settings settings_;
  const IncrementalPotential<Real>* problem_ = nullptr;
  MetricSystem<Real> metric_;                     // A
  std::vector<Matrix3<Real>> weighted_inverses_;  // V times the inverse of each tet's edges at rest
  std::vector<Matrix3<Real>> bases_rotations_;    // of the vertices in the state of A
  std::vector<Matrix3<Real>> rotations_;          // of the vertices at q
  Matrix bases_;                                  // U_i of all vertices side by side, in the state of A
  Matrix turned_;                                 // the same, turned to q
  Matrix products_;                               // H U
  std::optional<BlockMatrix<Real>> hessian_;      // H
  Positions<Real> gradient_;
  Positions<Real> positions_;  // q
};

}  // namespace simbench

// What JGS2 and Coordinate Condensation share: each vertex moves with the answers of all others to its move,
// all vertices at the same time. The columns of U_i are the displacements of all vertices that a unit move of
// vertex i causes while no other vertex is loaded: U_i = A⁻¹ E_i (E_iᵀ A⁻¹ E_i)⁻¹ with the clamped Hessian A
// of the body at rest, or at the start of the step. They turn with the body, and R_i is the turn of vertex i.
// The papers compute products with U_i from few tets (cubature). Here they are computed from dense matrices,
// so these solvers are for small bodies, and for the rate of convergence only.
// Needs from each potential: gradient and Hessian. Limitations: there is no line search, and nothing guards
// an iteration.
#pragma once

#include "deformable/solvers/linear/metric.h"
#include "deformable/solvers/solver.h"
#include "deformable/solvers/traits.h"

namespace simbench {

// The state whose Hessian A gives the displacements.
enum class ResponseState { rest, start };

struct ResponseSettings final : SolverSettings {
  ResponseState bases = ResponseState::rest;
  int vertex_limit = 2000;  // three matrices of 288 MB each in double precision
  LinearSolver linear_solver;
  void describe(config::Fields& fields) override;

  // If there are more vertices than `vertex_limit`; `solver` is the solver's name.
  Declines declines_size(Index vertices, std::string_view solver) const;
};

// Two products of a sparse or a small matrix and a dense one in each iteration.
Cost responses_cost(const ProblemSize& size);

template <class Real>
class CoordinateResponses : public Solver<Real> {
 public:
  using Settings = ResponseSettings;
  static constexpr SolverTraits traits = {.has_constant_matrix = false,
                                          .is_stable = false,
                                          .may_diverge = true,
                                          .conserves_momentum = false,
                                          .is_in_all = false};
  static Cost cost(const ProblemSize& size) { return responses_cost(size); }
  static Declines declines(const Potentials<double>&, const ResponseSettings&) { return {}; }

  explicit CoordinateResponses(const ResponseSettings& settings)
      : state_(settings.bases), metric_(DescentMetric::hessian, settings.linear_solver) {}
  std::optional<Failure> begin_step(const IncrementalPotential<Real>& problem) override;
  IterationReport iterate() override;
  const Positions<Real>& positions() const override { return positions_; }
  std::string_view elimination_order() const override { return metric_.ordering(); }

 protected:
  // The quadratic model of f at q around vertex i.
  struct Model {
    Matrix3<Real> turn;         // R_i, the rows of vertex i in U
    Vector3<Real> slope;        // Uᵀ ∇f
    Matrix3<Real> curvature;    // Uᵀ H U
    Matrix3<Real> coupling;     // the rows of vertex i in H U
    Vector3<Real> own_slope;    // the gradient of vertex i
    Matrix3<Real> own_hessian;  // the block of H of vertex i
  };
  // Δq_i.
  virtual Vector3<Real> move(const Model& model) const = 0;

 private:
  bool find_bases();
  // Turns U_i of all vertices to q.
  void turn_bases();
  // The rotation of each vertex at these positions: the closest one to the sum of V F over its tets.
  void find_rotations(const Positions<Real>& positions, std::vector<Matrix3<Real>>& rotations) const;

  ResponseState state_;
  const IncrementalPotential<Real>* problem_ = nullptr;
  MetricSystem<Real> metric_;                     // A
  std::vector<Matrix3<Real>> weighted_inverses_;  // V [unit] times the inverse of each tet's edges at rest
  std::vector<Matrix3<Real>> bases_rotations_;    // of the vertices in the state of A
  std::vector<Matrix3<Real>> rotations_;          // of the vertices at q
  MatrixX<Real> bases_;                           // U_i of all vertices side by side, in the state of A
  MatrixX<Real> turned_;                          // the same, turned to q
  MatrixX<Real> products_;                        // H U
  std::optional<BlockMatrix<Real>> hessian_;      // H
  Positions<Real> gradient_;
  Positions<Real> positions_;  // q
};

}  // namespace simbench

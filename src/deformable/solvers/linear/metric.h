// The metric P of a method that descends along −P⁻¹ ∇f, or whose pairs correct P: a symmetric positive
// definite matrix that is constant during a step.
#pragma once

#include <array>

#include "deformable/solvers/linear/linear_system.h"

namespace simbench {

// The identity [N/m]; M/h²; the diagonal of S; the 3 × 3 diagonal blocks of ∇²f; Projective Dynamics' S; or
// ∇²f. This ∇²f is taken at the start of the step, with the negative eigenvalues of every element set to
// zero, as in projected Newton (the L-BFGS-H of Li et al. 2019). It has 3n rows; the matrices that are not
// made from it are the same for each coordinate.
enum class DescentMetric { identity, mass, diagonal, blocks, stiffness, hessian };
// The names of a quasi-Newton method for its first Hessian: the identity is scaled there.
inline constexpr std::array<std::string_view, 6> initial_matrix_words = {
    "scaled_identity", "mass", "diagonal", "blocks", "stiffness", "hessian"};

// The member "metric" of a solver's settings.
void describe_metric(config::Fields& fields, DescentMetric& metric);
// The member "linear_solver", which has an effect only if the metric is factorised; `key` is the metric's
// member.
void describe_linear_solver(config::Fields& fields, LinearSolver& solver, DescentMetric metric,
                            std::string_view key);

template <class Real>
class MetricSystem {
 public:
  MetricSystem(DescentMetric metric, const LinearSolver& solver) : metric_(metric), system_(solver) {}

  // Assembles and factorises P, unless it is S and the same as in the last step. S has these weights, and
  // bounds the Hessian for safe_length(); ∇²f is taken at `start`. The problem must outlive the step.
  std::optional<Failure> prepare(const IncrementalPotential<Real>& problem,
                                 const SystemWeights<Real>& weights, const Positions<Real>& start);
  // B ← P⁻¹ B for a B that is zero at held vertices. Returns false if the linear solver fails.
  [[nodiscard]] bool solve_in_place(Positions<Real>& B);

  bool is_factorised() const {
    return metric_ == DescentMetric::stiffness || metric_ == DescentMetric::hessian;
  }
  // With this factor the step −P⁻¹ ∇f does not overshoot, if S bounds the Hessian; 1 for S and ∇²f.
  Real safe_length() const { return safe_length_; }
  Failure failure() const { return system_.failure(); }
  const char* ordering() const { return system_.ordering(); }
  int factorisations() const { return system_.factorisations(); }
  void report_iterations(IterationReport& report) { system_.report_iterations(report); }

 private:
  DescentMetric metric_;
  LinearSystem<Real> system_;                  // S or ∇²f
  VectorX<Real> inverse_weights_;              // h²/M, or 1/diag S
  std::vector<Matrix3<Real>> inverse_blocks_;  // of each vertex
  Positions<Real> unknowns_;  // the 3n unknowns of ∇²f, in the first of three rows; the others are zero
  Real safe_length_ = 1;
};

}  // namespace simbench

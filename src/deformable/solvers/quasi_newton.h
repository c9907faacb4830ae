// The quasi-Newton method of Liu et al. 2017 (Ledwon 2024, Alg. 4 and 12): L-BFGS (Nocedal and Wright 2006,
// Alg. 7.4) with backtracking. Its first Hessian is Projective Dynamics' matrix S, factorised once a scene,
// unless its terms of contacts change (ContactTerms). With the Hessian at the start of the step, or with
// M/h², instead of S it is the L-BFGS-H or L-BFGS-I of Li et al. 2019.
// One iteration: a direction by the two-loop recursion, a line search, the new pair (s, y).
// Needs from each potential: objective, gradient and a quadratic stiffness for S.
// Limitations: none.
// Its settings remove or replace single parts of the method, to show the effect of each part.
#pragma once

#include "deformable/solvers/line_search/line_search.h"
#include "deformable/solvers/linear/contact_terms.h"
#include "deformable/solvers/linear/metric.h"
#include "deformable/solvers/stretch_interval.h"
#include "deformable/solvers/traits.h"

namespace simbench {

// The potentials in S, in addition to M/h²: all, or only the material of the body. (Liu et al. 2017 leave out
// potentials that act only at times, such as contacts, so that S need not be factorised again.)
enum class MatrixTerms { all, material };

// With history 0 and the scaled identity, this is the method of Barzilai and Borwein 1988.
struct QuasiNewtonSettings final : SolverSettings, LineSearchSettings {
  int history = 5;  // pairs (s, y) kept; with 0 only the initial matrix is used
  DescentMetric initial_matrix = DescentMetric::stiffness;
  MatrixTerms matrix_terms = MatrixTerms::all;
  ContactTerms contact_terms = ContactTerms::constant;
  StretchInterval stretch_interval;
  LinearSolver linear_solver;
  void describe(config::Fields& fields) override;
};

template <class Real>
class QuasiNewton final : public Solver<Real> {
 public:
  static constexpr std::string_view name = "qn";
  static constexpr std::string_view summary = "L-BFGS whose first Hessian is Projective Dynamics' matrix";
  static constexpr SolverTraits traits = {.takes_quadratic_tets = true, .takes_terms = TermKind::any};
  using Settings = QuasiNewtonSettings;
  static Cost cost(const ProblemSize& size) {
    Cost cost = first_order_cost(size);
    cost.usual_iterations = 200;
    return cost;
  }
  static Declines declines(const Potentials<double>&, const Settings&) { return {}; }

  explicit QuasiNewton(const Settings& settings)
      : settings_(settings), metric_(settings.initial_matrix, settings.linear_solver) {}
  std::optional<Failure> begin_step(const IncrementalPotential<Real>& problem) override;
  IterationReport iterate() override;
  const Positions<Real>& positions() const override { return current_.positions; }
  std::string_view elimination_order() const override { return metric_.ordering(); }
  std::optional<int> factorisations() const override { return metric_.factorisations(); }

 private:
  // A pair of a recent step: s = change of positions, y = change of the gradient.
  struct Pair {
    Positions<Real> s;
    Positions<Real> y;
    Real inverse_curvature;  // 1/(sᵀy)
    Real coefficient;        // from the first loop, for the second one
  };
  Pair& newest(int age) { return pairs_[(first_ + count_ - 1 - age) % pairs_.size()]; }

  SystemWeights<Real> weights_of_terms() const;
  // Returns false if the linear solver fails.
  bool find_direction();
  void store_pair();

  Settings settings_;
  const IncrementalPotential<Real>* problem_ = nullptr;
  MetricSystem<Real> metric_;    // the first Hessian
  SystemWeights<Real> weights_;  // of S
  Real inverse_scale_ = 1;       // γ of the scaled identity [m/N], else 1
  Real first_length_ = 1;        // first α of the next search
  std::vector<Pair> pairs_;      // a ring of `history` + 1; the next pair is built in the free entry
  int first_ = 0;
  int count_ = 0;
  Iterate<Real> current_;
  Iterate<Real> trial_;
  Positions<Real> direction_;
};

}  // namespace simbench

// Position-Based Dynamics (Müller et al. 2007) and its extension by compliance, XPBD (Macklin et al. 2016,
// Alg. 1; Ledwon 2024, Alg. 8 and 9). One iteration: one Gauss–Seidel sweep, anchors first, then the tets in
// mesh order. Needs of each term: constraints C(q) with compliance α. PBD is α = 0: it ignores stiffness and
// time step. Violates: neither minimises the objective f (XPBD drops M/h² (q − q̃) from the gradient of its
// Newton step), and neither preserves angular momentum of an iterate.
#pragma once

#include "solver/solver.h"

namespace simbench {

struct PbdSettings final : SolverSettings {
  void describe(config::Fields&) override {}
};

struct XpbdSettings final : SolverSettings {
  std::string form = "split";  // or "combined", for laws with two constraints
  void describe(config::Fields& fields) override;
};

// The sweep that both share.
template <class Real>
class GaussSeidel {
 public:
  void begin_step(const ImplicitEulerProblem<Real>& problem, ConstraintForm form, Real compliance_scale);
  void sweep();
  const Positions<Real>& positions() const { return positions_; }

 private:
  const ImplicitEulerProblem<Real>* problem_ = nullptr;
  ConstraintForm form_ = ConstraintForm::split;
  Real compliance_scale_ = 0;               // α̃/α: 1/h² in XPBD, 0 in PBD
  VectorX<Real> inverse_masses_;            // [1/kg]
  std::vector<Reduced<Real>> multipliers_;  // λ of each term, constraints × elements
  Positions<Real> positions_;               // q
};

template <class Real>
class Pbd final : public Solver<Real> {
 public:
  static constexpr std::string_view name = "pbd";
  static constexpr std::string_view summary = "Position-Based Dynamics: Gauss-Seidel on hard constraints";
  using Settings = PbdSettings;
  static Declines declines(const EnergyTerms<double>& terms, const Settings& settings);

  explicit Pbd(const Settings&) {}
  std::optional<std::string> begin_step(const ImplicitEulerProblem<Real>& problem) override;
  IterationReport iterate() override;
  const Positions<Real>& positions() const override { return gauss_seidel_.positions(); }

 private:
  GaussSeidel<Real> gauss_seidel_;
};

template <class Real>
class Xpbd final : public Solver<Real> {
 public:
  static constexpr std::string_view name = "xpbd";
  static constexpr std::string_view summary =
      "Extended Position-Based Dynamics: Gauss-Seidel with compliance";
  using Settings = XpbdSettings;
  static Declines declines(const EnergyTerms<double>& terms, const Settings& settings);

  explicit Xpbd(const Settings& settings) : settings_(settings) {}
  std::optional<std::string> begin_step(const ImplicitEulerProblem<Real>& problem) override;
  IterationReport iterate() override;
  const Positions<Real>& positions() const override { return gauss_seidel_.positions(); }

 private:
  Settings settings_;
  GaussSeidel<Real> gauss_seidel_;
};

}  // namespace simbench

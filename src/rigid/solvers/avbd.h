// Augmented vertex block descent (Giles, Diaz and Yuksel 2025; Waterson 2026, Ch. 7), with one multiplier a row. One iteration: for each
// body in order, with f = Λ − s c at the pose of that moment,
//
//   g = ∇ ½‖X ⊖ X̃‖²_M − Σ J_bᵀ f,   H = diag(m, I) + Σ s J_bᵀ J_b,   X_b ⊞= −ξ H⁻¹ g,
//
// and after all bodies Λ −= s c of every constraint. Without the last line it is the inner iteration alone, block coordinate descent on
// springs of stiffness s/h². Rows with compliance are such springs themselves, s = 1/α̃ and f = −s c. Multipliers of inequalities, and f, stay
// within their bounds. Violates: momentum within an iteration; the curvature of constraints is left out of H, or taken as a diagonal.
#pragma once

#include "rigid/solver.h"
#include "rigid/solvers/point_descent.h"

namespace simbench::rigid {

// Where the penalty s of a hard row comes from: a share κ of the effective mass of its bodies, κ/(1/m_i + 1/m_j), or a number.
enum class PenaltyRule { effective_mass, number };
// The column norms of the constraints' curvature, added to the diagonal of H.
enum class GeometricStiffness { none, diagonal };
// X⁰: X̃, or x_n + h v + h² g clamp(a·ĝ/|g|, 0, 1), with a the acceleration over the last step (Giles et al. 2025).
enum class StartRule { predicted, adaptive };

struct AvbdOptions {
  PenaltyRule rule = PenaltyRule::number;
  double penalty = 1;         // s [kg]
  double penalty_factor = 1;  // κ
  double ramp = 0;  // β: s += β h² |c| after each iteration, of compliant rows up to 1/α̃ [kg/(s² m)]
  double penalty_decay = 0;  // γ: a step begins with γ times the penalties of the last one, if that is more
  bool dual_update = true;   // Λ −= s c
  double relaxation = 1;     // ξ
  GeometricStiffness geometric_stiffness = GeometricStiffness::none;
  StartRule start = StartRule::predicted;
  PointForm form = PointForm::
      vector;  // scalar: one multiplier a joint, with s QᵀQ in H for all of Q = (1, −[r]) (Eq. 7.34)
  double warm_start = 0;  // w: a step begins with w Λ of the last one
  double keep = 0;        // a: constraints aim at a times the error that the step began with
};

struct AvbdSettings final : SolverSettings, AvbdOptions {
  void describe(config::Fields& fields) override;
};

struct VbdSettings final : SolverSettings {
  double relaxation = 1;  // ξ
  void describe(config::Fields& fields) override;
};

template <class Real>
class BodyDescent : public Solver<Real> {
 public:
  explicit BodyDescent(const AvbdOptions& options) : options_(options) {}
  std::optional<Failure> begin_step(const StepProblem<Real>& problem) override;
  const Poses<Real>& poses() const override;
  bool has_multipliers() const override { return options_.dual_update && Solver<Real>::has_multipliers(); }
  const VectorX<Real>& penalties() const { return penalties_; }

 protected:
  // A sweep over bodies, and the update of multipliers and penalties.
  void improve_all();
  double mean_penalty() const { return penalties_.size() > 0 ? static_cast<double>(penalties_.mean()) : 0; }

  AvbdOptions options_;

 private:
  using Vector6 = Eigen::Matrix<Real, 6, 1>;
  using Matrix6 = Eigen::Matrix<Real, 6, 6>;
  // A constraint of a body: constraint `index` of run `run`, in which it is body number `place`.
  struct Use {
    int run, index, place;
    Index row;
  };
  // What a type of constraint tells besides: whether it is a Distance, as a ball joint in scalar form is, and r of the body if it joins points.
  struct Lever {
    bool is_distance = false;
    std::optional<Vector3<Real>> arm = {};
  };
  void find_start();
  void find_uses();
  void find_penalties(const VectorX<Real>& last);
  void improve(int body);
  template <int rows, int body_count>
  void add(const ConstraintBase<Real, rows, body_count>& constraint,
           const Linearisation<Real, rows, body_count>& linear, const Lever& lever, const Use& use,
           Vector6& gradient, Matrix6& hessian) const;

  VectorX<Real> penalties_;             // s of each row
  std::vector<std::vector<Use>> uses_;  // of each body
  std::vector<Displacement<Real>> last_velocities_;
  // Of ball joints alone; its poses are copied when somebody looks.
  std::optional<PointDescent<Real>> points_;
  mutable Poses<Real> shown_;
  mutable bool is_shown_ = false;
};

template <class Real>
class Avbd final : public BodyDescent<Real> {
 public:
  static constexpr std::string_view name = "avbd";
  static constexpr std::string_view summary =
      "augmented vertex block descent: a Newton step of one body after the other on penalties and "
      "multipliers";
  using Settings = AvbdSettings;
  static Declines declines(const Constraints<double>& constraints, const Settings& settings);
  explicit Avbd(const AvbdOptions& options) : BodyDescent<Real>(options) {}
  IterationReport iterate() override {
    const double penalty = this->mean_penalty();
    this->improve_all();
    return {.diagnostics = {{"relaxation", this->options_.relaxation}, {"penalty", penalty}}};
  }
};

template <class Real>
class Vbd final : public BodyDescent<Real> {
 public:
  static constexpr std::string_view name = "vbd";
  static constexpr std::string_view summary =
      "vertex block descent: a Newton step of one body after the other on compliant constraints";
  using Settings = VbdSettings;
  static Declines declines(const Constraints<double>& constraints, const Settings& settings);
  explicit Vbd(const Settings& settings)
      : BodyDescent<Real>({.dual_update = false, .relaxation = settings.relaxation}) {}
  IterationReport iterate() override {
    this->improve_all();
    return {.diagnostics = {{"relaxation", this->options_.relaxation}}};
  }
};

}  // namespace simbench::rigid

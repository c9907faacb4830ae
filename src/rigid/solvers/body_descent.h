// Augmented vertex block descent (Giles, Diaz and Yuksel 2025; Waterson 2026, Ch. 7), with one multiplier per
// row. One iteration does, for each body in order, with f = Λ − s c at the current poses,
//
//   g = ∇ ½‖X ⊖ X̃‖²_M − Σ J_bᵀ f,   H = diag(m, I) + Σ s J_bᵀ J_b,   X_b ⊞= −ξ H⁻¹ g,
//
// and after all bodies Λ −= s c for every constraint. Without the update of Λ, only the inner iteration
// remains: block coordinate descent on springs of stiffness s/h². Compliant rows are springs from the start,
// with s = 1/α̃ and f = −s c. For inequalities, the multipliers and f are clamped to the bounds. Friction of a
// contact is a row per tangential direction with a penalty of its own; its f stays within the cone.
// Penalties grow by β h² |c| where f is inside its bounds.
// Limitations: it does not conserve momentum within an iteration. H omits the curvature of constraints, or
// contains a diagonal approximation of it.
#pragma once

#include "rigid/solvers/ball_joints.h"
#include "rigid/solvers/body_contacts.h"
#include "rigid/solvers/solver.h"

namespace simbench::rigid {

// The penalty s of a hard row: a fraction κ of the effective mass of its bodies, κ/(1/m_i + 1/m_j); of that
// of the row itself, κ/(J M⁻¹ Jᵀ) at X_n, which has the right unit for angles, too; of the mass of the
// heavier body, κ max(m_i, m_j); or a number.
enum class PenaltyRule { effective_mass, row_mass, heavier_mass, number };
// X⁰ is X̃, or x_n + h v + h² g clamp(a·ĝ/|g|, 0, 1) with the acceleration a of the last step (Giles et al.
// 2025).
enum class StartRule { predicted, adaptive };
// The order in which a sweep visits the bodies: that of the scene, or from the last body to the first.
enum class BodyOrder { forward, backward };

struct AvbdOptions {
  PenaltyRule rule = PenaltyRule::number;
  double penalty = 1;                  // s [kg]
  double penalty_factor = 1;           // κ
  std::vector<double> penalties = {};  // of the entries of the scene, in place of the rule; or empty [kg]
  double ramp = 0;  // β: s += β h² |c| after each iteration, at most 1/α̃ for compliant rows [kg/(s² m)]
  double penalty_decay = 0;  // γ: a penalty starts at γ times its value in the last step, but at least at s
  bool dual_update = true;   // Λ −= s c
  double relaxation = 1;     // ξ
  GeometricStiffness geometric_stiffness = GeometricStiffness::none;
  StartRule start = StartRule::predicted;
  // `scalar`: one multiplier per joint; H contains s QᵀQ with the whole matrix Q = (1, −[r]) (Eq. 7.34)
  PointForm form = PointForm::vector;
  double warm_start = 0;  // w: a step starts with w Λ of the last step
  double keep = 0;        // a: constraints aim at a times their error at the start of the step
  // The published code differs from the paper in the following details.
  BodyOrder order = BodyOrder::forward;
  double arm = 1;                  // a: angles count as lengths a c, volumes as c/a², for penalties [m]
  bool bounded_stiffness = false;  // whether rows that do not push have their s in H, too
  // After the iterations, a sweep with a = 0 corrects the poses that the step ends with, not its velocities.
  bool post_stabilisation = false;
  BodyContactOptions contacts = {};
  RotationUpdate rotation = RotationUpdate::exponential;

  // Whether the solver computes the velocities at the end of the step. step.velocities and restitution then
  // do not apply.
  bool has_own_velocities() const { return post_stabilisation || rotation == RotationUpdate::linear; }
};

// The sweeps are in body_descent.cpp, penalties and multipliers in body_descent_multipliers.cpp.
class BodyDescent : public Solver {
 public:
  explicit BodyDescent(const AvbdOptions& options)
      : options_(options), contacts_(options.contacts, options.rotation) {}
  std::optional<Failure> begin_step(const StepProblem& problem) override;
  void list_memory(SolverMemory& memory) override;
  const Poses& poses() const override { return options_.post_stabilisation ? stabilised_ : poses_; }
  const std::vector<Displacement>* velocities() const override {
    return options_.has_own_velocities() ? &velocities_ : nullptr;
  }
  bool has_multipliers() const override { return options_.dual_update && Solver::has_multipliers(); }
  const VectorX<double>& penalties() const { return penalties_; }

 protected:
  // A sweep over bodies, then the update of multipliers and penalties.
  void improve_all();
  double mean_penalty() const { return penalties_.size() > 0 ? penalties_.mean() : 0; }

  AvbdOptions options_;

 private:
  using Vector = plain::Vector<double>;
  // A constraint of a body that is no ball joint: constraint `index` of run `run`, whose body number `place`
  // is this body. `joint` is its number in JoinedPoints, if that lists its type.
  struct Use {
    int run, index, place;
    Index row, joint;
  };
  // The error of a constraint, and its rows of one of its bodies.
  template <int rows>
  struct BodyRows {
    Eigen::Matrix<double, rows, 1> error;
    std::array<Vector, rows> linear, angular;  // ∂c/∂dx and ∂c/∂dθ
    bool has_gradient;
  };
  // Properties that depend on the type of a constraint: whether it is a Distance (a ball joint in scalar form
  // is one), and r of the body if the constraint joins points.
  struct Lever {
    bool is_distance = false;
    std::optional<Vector> arm = {};
  };
  bool needs_levers() const {
    return options_.geometric_stiffness != GeometricStiffness::none || options_.form == PointForm::scalar;
  }
  void find_start();
  void find_uses();
  // Finds the penalties of rows and of friction from those of the last step.
  void find_penalties();
  // The penalties of a constraint without ramp and compliance.
  template <class Constraint>
  typename Constraint::Multipliers first_penalties(const Constraint& constraint) const;
  // Finds the prediction with linear rotations.
  void predict_linearly();
  // Finds the velocities and the poses that the step would end with.
  void find_velocities();
  void stabilise();
  void finish_iteration();
  void sweep();
  void improve(int body);
  void update_multipliers();
  // Changes the penalty and multipliers of a constraint with this error.
  template <int rows, int body_count>
  void update(const ConstraintBase<rows, body_count>& constraint, const Eigen::Matrix<double, rows, 1>& error,
              Index row);
  void update_friction(const BodyContacts::Tangent& tangent, double last_normal, Index row);
  double unit_of(Measure measure) const { return length_per_error(measure, options_.arm); }
  double growth() const {
    const double h = problem_->time_step;
    return options_.ramp * h * h;
  }
  // c at the present poses, minus the target of the problem.
  template <class Constraint>
  typename Constraint::Multipliers error_of(const Constraint& constraint, Index row, Index joint) const;
  // The rows of a body at this position.
  template <class Constraint>
  BodyRows<Constraint::rows> rows_of(const Constraint& constraint, const Use& use,
                                     const Vector& position) const;
  template <class Constraint>
  Lever lever_of(const Constraint& constraint, int place) const;
  // Both add to the system of the body. The first returns the multipliers f of the rows.
  template <int rows, int body_count>
  Eigen::Matrix<double, rows, 1> add(const ConstraintBase<rows, body_count>& constraint,
                                     const BodyRows<rows>& own, const Lever& lever, const Use& use,
                                     BodySystem& system) const;
  void add_friction_of(const BodyContacts::Tangent& tangent, double normal_force, const Use& use,
                       BodySystem& system) const;
  // Λ_t − s t within the cone, with the slip t of these poses. If dynamic friction is weaker than static one,
  // the point sticks, as in sweeps, if a force within ν_s Λ_n would remove the whole slip.
  struct Friction {
    Vector3<double> force;
    bool sticks;
  };
  Friction friction_at(const BodyContacts::Tangent& tangent, double normal_force, Index row) const;

  VectorX<double> penalties_;           // one entry per row [kg]
  VectorX<double> friction_penalties_;  // one entry per row, used for contacts [kg]
  BodyContacts contacts_;
  Poses stabilised_;
  std::vector<Displacement> velocities_;
  bool is_stabilising_ = false;
  std::vector<BodyInertia> bodies_;
  JoinedPoints points_;
  BallJoints joints_;
  std::vector<std::vector<Use>> uses_;  // one list per body
  VectorX<double> no_targets_;          // zeros, for the sweep that stabilises
  std::vector<Displacement> last_velocities_;
};

}  // namespace simbench::rigid

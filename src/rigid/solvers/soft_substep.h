// Sequential impulses on soft constraints, one substep at a time: `soft_step` (the solver of Box2D v3) and
// `tgs` of Solver2D (Catto 2024: solve_soft_step.c and solve_tgs_soft.c). Each step of the problem is a
// substep of length h; step.substeps gives their number in a frame (4 there), and step.iterations = 1 is the
// published setting. A substep starts with all impulses of the last one. One iteration is a sweep over the
// joints and then over the contacts with
//
//   ΔΛ = −a K⁻¹ (J ΔX + h b c) − i Λ,   b = ω/(2ζ + hω), a = s/(1 + s), i = 1/(1 + s), s = hω (2ζ + hω),
//
// where c is taken at the start of the substep, ΔX = h v, and ω = 2π hertz. The iterate is X_n ⊞ ΔX. Then a
// sweep without bias (b = i = 0, a = 1) relaxes the velocities, but not the poses: the velocities at the end
// of a step are therefore its own, and there is no restitution. A gap is closed exactly (a = 1, i = 0, h b c
// = c), and an overlap by at most `push` per second. Compliance is ignored, except that of springs and
// dampers. Limitations: joints and contacts under a load F keep the error F/(m_eff ω²). Multipliers do not
// converge to Λ*.
#pragma once

#include "rigid/solvers/ball_joints_in_turn.h"
#include "rigid/solvers/solver.h"

namespace simbench::rigid {

// Which arms the points of a contact have in the sweeps of a frame.
enum class Levers { fixed, turning };

struct SoftOptions {
  double contact_frequency = 30;  // [1/s]; twice as much if one of the bodies stands still
  double joint_frequency = 60;    // [1/s]
  double contact_share = 0.25;    // largest frequency of a contact, as a share of 1/h
  double joint_share = 0.25;      // the same of a joint
  double damping_ratio = 10;      // ζ
  double push = 2;                // largest speed at which an overlap is undone [m/s]
  double warm_start = 1;          // w: a substep starts with w times the impulses of the last one
  Levers levers = Levers::fixed;

  void describe_members(config::Fields& fields);
};

class SoftSubstep : public Solver {
 public:
  static Declines declines_bounces(const Constraints& constraints);
  explicit SoftSubstep(const SoftOptions& options) : options_(options) {}
  std::optional<Failure> begin_step(const StepProblem& problem) override;
  IterationReport iterate() override;
  void list_memory(SolverMemory& memory) override { list_multipliers(memory, options_.warm_start); }
  bool has_compliance() const override { return false; }
  bool has_forces() const override { return true; }
  bool has_multipliers() const override { return false; }
  const std::vector<Displacement>* velocities() const override { return &velocities_; }

 private:
  // a, b and i of a row.
  struct Softness {
    double mass = 1, bias = 0, impulse = 0;
  };
  // ΔX and the multipliers that a sweep changes.
  struct Sweep {
    std::vector<Displacement>& moves;
    VectorX<double>& multipliers;
    std::vector<Vector3<double>>& tangential;
  };
  Sweep biased() { return {moves_, biased_multipliers_, biased_tangential_}; }
  Sweep relaxed() { return {relaxed_moves_, multipliers_, tangential_}; }
  // A biased sweep corrects errors; a relaxing one keeps what they changed of the velocities small.
  enum class Pass { biased, relaxing };
  enum class Direction { both, pushes, pulls };
  // The rows of a joint or contact in a sweep. They change J ΔX to −error, if nothing else pulls.
  template <int rows, int body_count, bool is_of_points>
  struct Rows : FixedRows<rows, body_count, is_of_points> {
    double mass = 1, impulse = 0;           // a and i
    double softness = 0;                    // α̃ of a spring
    bool is_inequality = false;             // a limit, a motor that is as strong as it can be, and so on
    Direction direction = Direction::both;  // of a limit on both sides that is violated
  };
  template <class Constraint>
  using RowsOf = Rows<Constraint::rows, Constraint::body_count, joins_points<Constraint>>;
  // Poses, and the mobilities of the bodies there.
  struct At {
    const Poses& poses;
    const std::vector<Mobility>& mobilities;
  };
  At at_start() const { return {problem_->previous, start_mobilities_}; }
  At at_frame_start() const { return {frame_start_, frame_mobilities_}; }
  // The poses that give the arms of contacts.
  At levers(const At& at) const { return options_.levers == Levers::fixed ? at_frame_start() : at; }

  void find_poses();
  void find_velocities();
  Softness softness(double frequency, double share) const;
  Softness softness_of_contact(const Contact& contact) const;
  void fix_rows();
  void biased_sweep();
  void relaxing_sweep();
  // The rows of a constraint with J and K at these poses.
  template <class Constraint>
  RowsOf<Constraint> rows_of(const Constraint& constraint, const At& at, Pass pass) const;
  // Sets what the rows aim at from the error c of the constraint.
  template <class Constraint>
  void aim(const Constraint& constraint, const typename Constraint::Multipliers& error, Pass pass,
           RowsOf<Constraint>& own) const;
  template <int rows, int body_count, bool is_of_points>
  static void satisfy(const ConstraintBase<rows, body_count>& constraint,
                      const Rows<rows, body_count, is_of_points>& own, std::span<const Mobility> mobilities,
                      Index row, const Sweep& sweep);
  void rub(const Contact& contact, const At& at, Index row, const Sweep& sweep) const;

  SoftOptions options_;
  Softness joint_;
  RowsOfShapes<Rows> rows_;                           // of the biased sweep
  BallJointsInTurn<RowsOf<Point>> hard_ball_joints_;  // of the relaxing sweep
  // Contacts with their rows. Consecutive ones of the same two bodies are one manifold.
  struct Place {
    const Contact* contact;
    const RowsOf<Contact>* rows;
    Index row;
  };
  std::vector<std::vector<Place>> manifolds_;
  Poses frame_start_;
  std::vector<Mobility> start_mobilities_, frame_mobilities_, mobilities_;
  std::vector<Displacement> moves_, relaxed_moves_;  // ΔX
  VectorX<double> biased_multipliers_;
  std::vector<Vector3<double>> biased_tangential_;
  std::vector<Displacement> free_moves_;  // X̃ ⊖ X_n
  std::vector<Displacement> velocities_;
};

// One of the two solvers, which differ only in their defaults.
template <class OwnSettings>
class NamedSoftSubstep final : public SoftSubstep {
 public:
  static constexpr std::string_view name = OwnSettings::name, summary = OwnSettings::summary;
  using Settings = OwnSettings;
  static Declines declines(const Constraints& constraints, const Settings&) {
    return declines_bounces(constraints);
  }
  explicit NamedSoftSubstep(const Settings& settings) : SoftSubstep(settings) {}
};

}  // namespace simbench::rigid

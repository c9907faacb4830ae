// How body descent sees contacts: their errors, their slips and their friction.
//
// With ContactForm::linear, as in the published 2-D code of AVBD, c and the slip are linear in the
// displacements since X_n, with J and the arms at X_n. With turning_arms, as in the published 3-D code, the
// arms are those of the present poses. In both forms, a contact that stuck in the last step keeps its points
// on the bodies, so that its slip over several steps is undone.
#pragma once

#include "harness/solver_memory.h"
#include "rigid/problem/friction.h"
#include "rigid/solvers/body_system.h"

namespace simbench::rigid {

enum class ContactForm { nonlinear, linear, turning_arms };
// Friction is bounded by the normal force at the present pose, or by the normal multiplier of the last
// update.
enum class FrictionBound { current, last };

struct BodyContactOptions {
  ContactForm form = ContactForm::nonlinear;
  FrictionBound friction_bound = FrictionBound::current;
  double stick_distance = 0;  // a point that sticks keeps its place if its slip is below this [m]
};

class BodyContacts {
 public:
  // What is kept of a contact from step to step.
  struct Held {
    Contact contact;                                   // with the points of this step
    double error = 0;                                  // c at X_n [m]
    Vector3<double> slip = Vector3<double>::Zero();    // of these points at X_n [m]
    Vector3<double> target = Vector3<double>::Zero();  // of the slip [m]
    bool sticks = false;                               // in the last step
  };
  // The tangential part of a contact at the present poses.
  struct Tangent {
    Touch touch;
    Vector3<double> slip;  // [m]
  };

  BodyContacts(const BodyContactOptions& options, RotationUpdate rotation)
      : options_(options), rotation_(rotation) {}

  // Begins a step, after held() has been carried over. Contacts aim at the share `keep` of their errors at
  // X_n; writes those of the normal rows to `targets`.
  void begin(const StepProblem& problem, const Constraints& constraints, double keep,
             VectorX<double>& targets);
  std::vector<Held>& held() { return held_; }
  // Lists what a contact that sticks keeps: its points, radii and gap.
  void list_memory(SolverMemory& memory);
  // Notes whether a linear contact sticks with these multipliers, before an update.
  void note_sticking(Index row, double normal, const Vector3<double>& tangential) {
    if (options_.form != ContactForm::linear) return;
    Held& own = held_[row];
    own.sticks = tangential.norm() < own.contact.static_friction * std::abs(normal) &&
                 own.slip.norm() < options_.stick_distance;
  }
  // Notes with turning arms that friction holds a contact, whose slip differs from its target by `error`. A
  // contact that has stuck once does so until it is held with a larger error.
  void note_held(Index row, const Vector3<double>& error) {
    if (options_.form == ContactForm::turning_arms)
      held_[row].sticks = error.norm() < options_.stick_distance;
  }
  // The normal row at the present poses, unless contacts are nonlinear.
  Contact::Linear normal_row(Index row, const StepProblem& problem, const Poses& poses) const;
  Tangent tangent(const Contact& contact, Index row, const StepProblem& problem, const Poses& poses) const;
  // The target of a slip.
  Vector3<double> target(Index row) const {
    return held_.empty() ? Vector3<double>(Vector3<double>::Zero()) : held_[row].target;
  }
  bool are_linear() const { return options_.form != ContactForm::nonlinear; }
  bool is_bounded_by_last() const { return options_.friction_bound == FrictionBound::last; }

 private:
  // The displacements of both bodies since X_n, and the poses whose arms apply.
  std::array<Displacement, 2> displacements(const Contact& contact, const StepProblem& problem,
                                            const Poses& poses) const;
  const Poses& poses_of_arms(const StepProblem& problem, const Poses& poses) const {
    return options_.form == ContactForm::turning_arms ? poses : problem.previous;
  }

  BodyContactOptions options_;
  RotationUpdate rotation_;
  std::vector<Held> held_;  // by row; empty unless contacts are linear
};

}  // namespace simbench::rigid

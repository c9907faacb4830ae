// How body descent sees contacts: their errors, their slips and their friction.
//
// With ContactForm::linear, as in the published code of AVBD, c and the slip are linear in the displacements
// since X_n, with J and the arms at X_n. A contact that stuck in the last step keeps its points on the
// bodies, so that its slip over several steps is undone.
#pragma once

#include "rigid/problem/friction.h"

namespace simbench::rigid {

enum class ContactForm { nonlinear, linear };
// Friction is bounded by the normal force at the present pose, or by the normal multiplier of the last
// update.
enum class FrictionBound { current, last };

struct BodyContactOptions {
  ContactForm form = ContactForm::nonlinear;
  FrictionBound friction_bound = FrictionBound::current;
  double stick_distance = 0;  // a point that sticks keeps its place if its slip is below this [m]
};

template <class Real>
class BodyContacts {
 public:
  // What is kept of a contact from step to step.
  struct Held {
    Contact<Real> contact;                         // with the points of this step
    typename Contact<Real>::Linear linear;         // at X_n
    Vector3<Real> slip = Vector3<Real>::Zero();    // of these points at X_n [m]
    Vector3<Real> target = Vector3<Real>::Zero();  // of the slip [m]
    bool sticks = false;                           // in the last step
  };
  struct View {
    Touch<Real> touch;
    typename Contact<Real>::Linear linear;       // c is that of the present pose
    Vector3<Real> slip = Vector3<Real>::Zero();  // if there is friction [m]
  };

  explicit BodyContacts(const BodyContactOptions& options) : options_(options) {}

  // Begins a step, after held() has been carried over. Contacts aim at the share `keep` of their errors at
  // X_n; writes those of the normal rows to `targets`.
  void begin(const StepProblem<Real>& problem, const Constraints<Real>& constraints, Real keep,
             VectorX<Real>& targets);
  std::vector<Held>& held() { return held_; }
  // Notes whether a contact sticks with these multipliers.
  void note_sticking(Index row, Real normal, const Vector3<Real>& tangential) {
    if (!are_linear()) return;
    Held& own = held_[row];
    own.sticks = tangential.norm() < own.contact.static_friction * std::abs(normal) &&
                 own.slip.norm() < static_cast<Real>(options_.stick_distance);
  }
  View view(const Contact<Real>& contact, Index row, const StepProblem<Real>& problem,
            const Poses<Real>& poses) const;
  // The target of a slip.
  Vector3<Real> target(Index row) const {
    return held_.empty() ? Vector3<Real>(Vector3<Real>::Zero()) : held_[row].target;
  }
  bool are_linear() const { return options_.form == ContactForm::linear; }
  bool is_bounded_by_last() const { return options_.friction_bound == FrictionBound::last; }

 private:
  BodyContactOptions options_;
  std::vector<Held> held_;  // by row; empty unless contacts are linear
};

}  // namespace simbench::rigid

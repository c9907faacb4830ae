// The forms of a law's Hessian and constraints that a solver can ask for.
#pragma once

#include <span>

namespace simbench {

// How a law with several XPBD constraints returns them (Macklin and Müller 2021): one after the other;
// combined in one; or as a block of constraints that a solver handles together. The constraints of a block
// are the split ones, or, for a law that is quadratic in a strain, all components of the strain (Macklin et
// al. 2016). An energy that is not zero at rest is shifted by a constant, so that it is not negative and has
// a root. The last form is `combined` with the shift that makes the constraint zero at rest; only stable
// Neo-Hookean has two such shifts.
enum class ConstraintForm { split, combined, block, combined_from_rest };

constexpr bool is_combined(ConstraintForm form) {
  return form == ConstraintForm::combined || form == ConstraintForm::combined_from_rest;
}

// How the Hessian of each element is changed: not at all, negative eigenvalues set to zero, or eigenvalues
// replaced by their absolute values.
enum class Definiteness { exact, clamped, absolute };

// The form of a Hessian that is added up over elements: the same for all of them, or another one for elements
// with a marked vertex, while the others stay exact.
struct HessianForm {
  Definiteness definiteness;
  std::span<const char> marked;  // one entry per vertex, which is not zero if marked; empty: all elements

  HessianForm(Definiteness of_all) : definiteness(of_all) {}
  HessianForm(Definiteness of_marked, std::span<const char> marked_vertices)
      : definiteness(of_marked), marked(marked_vertices) {}
};

}  // namespace simbench

// The forms of a law's Hessian and constraints that a solver can ask for.
#pragma once

namespace simbench {

// How a law with several XPBD constraints returns them (Macklin and Müller 2021): one after the other, or
// combined in one.
enum class ConstraintForm { split, combined };

// How the Hessian of each element is changed: not at all, negative eigenvalues set to zero, or eigenvalues
// replaced by their absolute values.
enum class Definiteness { exact, clamped, absolute };

}  // namespace simbench

// In which form a solver wants a law's Hessian and constraints.
#pragma once

namespace simbench {

// How a law with several XPBD constraints hands them out (Macklin and Müller 2021): one after the other, or
// as one.
enum class ConstraintForm { split, combined };

// Whether a Hessian is the true one, has its negative eigenvalues set to zero, or all eigenvalues replaced by their absolute values,
// element by element.
enum class Definiteness { exact, clamped, absolute };

}  // namespace simbench

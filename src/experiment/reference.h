// The reference minimum f* of a step's problem, which relative errors are measured against.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "base/cache.h"
#include "problem/implicit_euler_problem.h"

namespace simbench {

// What f* is: Newton's minimum of the same problem, the lowest value that any solver of this command reached
// (the thesis's definition), none, or a number.
struct ReferenceChoice {
  enum class Kind { newton, best, none, number } kind = Kind::newton;
  double number = 0;

  // "newton", "best", "none" or a number. Throws Error (usage).
  static ReferenceChoice parse(const std::string& text);
  std::string text() const;
};

// Newton's minimum of the problem, from the cache or computed; empty if Newton found none.
std::optional<double> reference_minimum(const ImplicitEulerProblem<double>& problem, const Cache& cache,
                                        const std::function<void(const std::string&)>& note);

}  // namespace simbench

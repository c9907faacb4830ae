// The reference minimum f* of a step's problem, which relative errors are measured against.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "base/cache.h"
#include "problem/incremental_potential.h"

namespace simbench {

// What f* is: Newton's minimum of the same problem, the lowest recorded value that any solver of this command reached
// (the thesis's definition), none, or a number.
struct ReferenceChoice {
  enum class Kind { newton, best, none, number } kind = Kind::newton;
  double number = 0;

  // "newton", "best", "none" or a number. Throws Error (usage).
  static ReferenceChoice parse(const std::string& text);
  std::string text() const;
};

struct Reference {
  double minimum = 0;                   // f* [J]
  std::optional<double> gradient_norm;  // of Newton at f*: how exact it is [N]
};

// Newton's minimum of the problem, from the cache or computed; empty if Newton found none. `material`: the law and its
// parameters as text, which the problem's numbers alone need not tell apart. `positions`: unless null, gets where the minimum is.
// Throws Stopped.
std::optional<Reference> reference_minimum(const IncrementalPotential<double>& problem,
                                           std::string_view material, const Cache& cache,
                                           const std::function<void(const std::string&)>& note,
                                           const Stop& stop = {}, Positions<double>* positions = nullptr);

}  // namespace simbench

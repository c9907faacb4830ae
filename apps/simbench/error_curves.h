// Relative errors over iterations, as the terminal shows them: on a logarithmic axis that all curves share.
#pragma once

#include <string>
#include <vector>

namespace simbench {

struct ErrorPoint {
  double iteration;
  double error;  // finite; 0 and less are shown at the bottom
};

struct ErrorCurve {
  std::string name;                // of the solver or its variant
  std::vector<ErrorPoint> points;  // by ascending iteration
};

// A range of powers of ten, lowest < highest.
struct Decades {
  int lowest;
  int highest;

  // Where an error stands: 0 at the bottom, 1 at the top; beyond the range it stands at its end.
  double height(double error) const;
};

// Those that all errors lie in, from 1e-16 (rounding) to 1e4 (a solver that diverges must not flatten the others).
Decades decades_of(const std::vector<ErrorCurve>& curves);

}  // namespace simbench

// Relative errors over iterations for the terminal. All curves share a logarithmic axis.
#pragma once

#include <string>
#include <vector>

namespace simbench {

struct ErrorPoint {
  double iteration;
  double error;  // finite; errors of 0 and below are shown at the bottom
};

struct ErrorCurve {
  std::string name;                // of the solver or its variant
  std::vector<ErrorPoint> points;  // by ascending iteration
  std::string colour = {};         // the escape sequence of its solver; empty for the colour of text
};

// A range of powers of ten, lowest < highest.
struct Decades {
  int lowest;
  int highest;

  // The height of an error: 0 at the bottom, 1 at the top. Errors outside of the range are clamped to it.
  double height(double error) const;
};

// The decades that contain all errors. The range is at most 1e-16 (rounding) to 1e4, so that a solver that
// diverges does not flatten the other curves.
Decades decades_of(const std::vector<ErrorCurve>& curves);

}  // namespace simbench

// Numbers the unknowns of Newton's method on a step: dx of the bodies that can move, dθ of the bodies that
// can turn, and Λ.
#pragma once

#include <array>
#include <vector>

#include "rigid/problem/step_problem.h"

namespace simbench::rigid {

struct Unknowns {
  std::vector<std::array<int, 6>> of_body;  // indices of dx and dθ; −1 if the body cannot move or cannot turn
  std::vector<int> of_row;                  // index of Λ of each row
  int count = 0;
  Index span = 0;       // the largest distance of two unknowns of the same constraint
  Index bandwidth = 5;  // the same of two that are coupled, by J or by the constraint's curvature
};

// Orders the bodies along the constraints, and puts each row after the first of its bodies that moves. So the
// matrix of a chain is banded.
Unknowns number_unknowns(const StepProblem& problem);

}  // namespace simbench::rigid

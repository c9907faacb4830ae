// The state of the body between steps, and the momenta that follow from it.
#pragma once

#include "math/types.h"

namespace simbench {

struct State {
  Positions<double> positions;   // q_n, 3 × vertices [m]
  Positions<double> velocities;  // v_n, 3 × vertices [m/s]
  // q_{n−1} and v_{n−1}; empty before the first step.
  Positions<double> earlier_positions = {};
  Positions<double> earlier_velocities = {};
  // Of a step that is posed several times, with friction of other contacts each time: how many of these lags
  // are done, and where the last one ended [m]; 0 and empty at the start of the step.
  int lags_done = 0;
  Positions<double> lagged_positions = {};
};

// Σ m v [kg·m/s].
Vector3<double> linear_momentum(const VectorX<double>& masses, const Positions<double>& velocities);

// ½ Σ m ‖v‖² [J].
double kinetic_energy(const VectorX<double>& masses, const Positions<double>& velocities);

// Σ m (x − c) × v about the current centre of mass c [kg·m²/s].
Vector3<double> angular_momentum(const VectorX<double>& masses, const Positions<double>& positions,
                                 const Positions<double>& velocities);

}  // namespace simbench

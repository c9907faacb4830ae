// Positions go on at constant velocity within a step, and gravity acts on the velocity alone. An example of an integrator.
#pragma once

#include "problem/implicit_euler.h"

namespace simbench {

class FreeFall final : public Integrator {
 public:
  static constexpr std::string_view name = "free_fall";
  static constexpr std::string_view summary = "q~ = q + h v, and gravity after the step";

  FreeFall(double time_step, const Vector3<double>& acceleration)
      : without_gravity_(time_step), velocity_change_(time_step * acceleration) {}

  IncrementalPotential<double> problem(std::shared_ptr<const TetMesh> mesh, const VectorX<double>& masses,
                                       const State& state, Potentials<double> potentials) const override {
    return without_gravity_.problem(std::move(mesh), masses, state, std::move(potentials));
  }
  State advanced(const State& state, const Positions<double>& positions) const override {
    State next = without_gravity_.advanced(state, positions);
    next.velocities.colwise() += velocity_change_;
    return next;
  }

 private:
  ImplicitEuler without_gravity_;
  Vector3<double> velocity_change_;
};

}  // namespace simbench

// Implicit Euler (Ledwon 2024, Eq. 3.7): q̃ = q_n + h v_n + h² g, M/h², v_{n+1} = (q_{n+1} − q_n)/h.
#pragma once

#include "problem/integrator.h"

namespace simbench {

class ImplicitEuler final : public Integrator {
 public:
  static constexpr std::string_view name = "implicit_euler";
  static constexpr std::string_view summary = "q~ = q + h v + h^2 g, then v = (q' - q)/h";

  // time_step: h [s]; acceleration: g, of every vertex [m/s²].
  explicit ImplicitEuler(double time_step, const Vector3<double>& acceleration = Vector3<double>::Zero())
      : time_step_(time_step), acceleration_(acceleration) {}

  IncrementalPotential<double> problem(std::shared_ptr<const TetMesh> mesh, const VectorX<double>& masses,
                                       const State& state, Potentials<double> potentials) const override;
  State advanced(const State& state, const Positions<double>& positions) const override;

 private:
  double time_step_;
  Vector3<double> acceleration_;
};

}  // namespace simbench

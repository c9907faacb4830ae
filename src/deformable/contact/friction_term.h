// Friction between the pairs in contact at lagged positions (Li et al. 2020), those of the start of the step
// or those where it has ended with the last lag: D(q) = Σ μ N f₀(|u|), where N is the pair's force of contact
// there, n its normal, c the weights of its closest points, and u = (I − nnᵀ) Σ c_i (x_i − x_i⁰) the slip
// since the origin x⁰ of velocities. So D is a convex function of q, and each lag has one objective.
//
// With one lag, a pair that begins to touch during the step has friction from the next step on.
#pragma once

#include "deformable/contact/friction_coefficients.h"
#include "deformable/contact/laws/smoothed_coulomb.h"

namespace simbench {

class FrictionTerm final : public Term<double> {
 public:
  // `lagged`: the positions whose contacts have friction; `origin`: x⁰ [m]. `least_slip`: ε [m], that of a
  // step at the slip speed of the law. `lag`: the number of this lag in its step, from 1.
  FrictionTerm(std::shared_ptr<const ContactTerm> contact, const Positions<double>& lagged,
               const Positions<double>& origin, const FrictionCoefficients& coefficients, double least_slip,
               int lag = 1);

  // Of its columns: "friction_energy" and those that it measures; of steps with several lags, two more.
  static std::span<const TermColumn> columns(bool has_lags);

  std::string_view name() const override { return "friction"; }
  bool is_energy() const override { return false; }
  double value(const Positions<double>& positions) const override;
  double add_gradient(const Positions<double>& positions, Positions<double>& gradient) const override;
  // It is positive semidefinite.
  void append_hessian(const Positions<double>& positions, Definiteness definiteness,
                      std::vector<HessianBlock<double>>& blocks) const override;
  void append_stiffness(const Positions<double>& positions,
                        std::vector<Eigen::Triplet<double>>& entries) const override;
  std::unique_ptr<TermAtVertices<double>> at_vertices(const Positions<double>& positions) const override;
  double friction_of(const std::array<int, 4>& vertices, bool is_of_edges) const override {
    return coefficients_.of(vertices, is_of_edges);
  }
  void measure(const Positions<double>& positions, std::span<double> numbers) const override;

 private:
  class AtVertices;

  // |∇D' − ∇D| of free vertices [N], where D' is the friction of the contacts at these positions.
  double lag_error(const Positions<double>& positions) const;
  Vector3<double> slip(const ContactForce& force, const Positions<double>& positions) const;
  // ∂²D/∂w², w = Σ c_i x_i of this force.
  Matrix3<double> second_derivative(const ContactForce& force, const Vector3<double>& slip) const;

  std::shared_ptr<const ContactTerm> contact_;
  std::vector<ContactForce> forces_;  // times μ
  Positions<double> origin_;
  FrictionCoefficients coefficients_;
  SmoothedCoulomb law_;
  int lag_;
};

}  // namespace simbench

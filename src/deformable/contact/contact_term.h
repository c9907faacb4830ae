// Contact as a term of the objective (Li et al. 2020): B(q) = Σ κ w m ψ(D) over all pairs of a vertex and a
// triangle and of two edges that are nearer to each other than d̂, each once. ψ is a law of their squared
// distance D (laws/), m the mollifier of edges, otherwise 1, and w the weight of the pair, 1 or an area.
//
// A search stays where bodies do not touch: largest_step() is additive continuous collision detection. The
// laws do not know on which side of a surface a vertex is, so positions that a search has not reached must be
// tested by allows().
#pragma once

#include <memory>
#include <utility>

#include "deformable/contact/laws_of_distance.h"
#include "deformable/contact/pair_search.h"
#include "deformable/contact/step_filter.h"
#include "deformable/energy/term.h"

namespace simbench {

// A pair that pushes: r = Σ c_i x_i points from its second primitive to the first one.
struct ContactForce {
  std::array<int, 4> vertices;
  Eigen::Vector4d weights;  // c
  Vector3<double> normal;   // r/|r|
  double size;              // [N]
  bool is_of_edges;
};

class ContactTerm final : public Term<double> {
 public:
  // `held`: one entry per vertex, or empty. κ in J/m⁴ or J/m², as the law says, per m² if weights are areas.
  ContactTerm(std::shared_ptr<const ContactSurface> surface, std::vector<char> held, std::string_view law,
              double distance, double stiffness);

  // Of its columns: "contact_energy" and those that it measures.
  static std::span<const TermColumn> columns();

  std::string_view name() const override { return "contact"; }
  double value(const Positions<double>& positions) const override;
  double add_gradient(const Positions<double>& positions, Positions<double>& gradient) const override;
  void append_hessian(const Positions<double>& positions, Definiteness definiteness,
                      std::vector<HessianBlock<double>>& blocks) const override;
  // The entries' weights are κ w m max(0, ψ''(d)).
  void append_stiffness(const Positions<double>& positions,
                        std::vector<Eigen::Triplet<double>>& entries) const override;
  double largest_step(const Positions<double>& positions, const Positions<double>& step) const override;
  void shorten(StepFilter filter, const Positions<double>& positions, Positions<double>& step) const override;
  std::unique_ptr<TermAtVertices<double>> at_vertices(const Positions<double>& positions) const override;
  // If the law is a penalty: a pair that touches on the way has the closest points of the place where it
  // comes near, so that it knows its side, and any other pair those of `end`.
  std::vector<OneSidedConstraint<double>> one_sided_constraints(const Positions<double>& start,
                                                                const Positions<double>& end) const override;
  // The forces of contact, for friction. Edges that are so parallel that their mollifier acts are left out,
  // as in the toolkit of Li et al. 2020.
  std::vector<ContactForce> forces(const Positions<double>& positions) const;
  bool allows(const Positions<double>& positions) const override;
  // If the law is a penalty: d̂ − d of the nearest pair. A distance has no sign, so it is NaN where surfaces
  // cross. (Barriers hold surfaces apart, not at d̂.)
  std::optional<double> penetration(const Positions<double>& positions) const override;
  // If the law is a penalty: a pair with the multiplier λ has the energy κ w m ½ (d̂ + s − d)² with s = λ/(κ
  // w), up to a constant, and s ← max(0, s + d̂ − d). Edges whose mollifier m acts get no multiplier: λ ∇m
  // would be a force that nothing balances. The ends of such edges have pairs of their own.
  std::shared_ptr<Term<double>> with_multipliers(double penalty) const override;
  void update_multipliers(const Positions<double>& positions) override;
  bool is_held(Index vertex) const { return search_.is_held(vertex); }
  void measure(const Positions<double>& positions, std::span<double> numbers) const override;

 private:
  // A pair with a multiplier: its kind and vertices, and s [m].
  struct Shift {
    std::pair<bool, std::array<int, 4>> pair;
    double length;
  };
  static std::pair<bool, std::array<int, 4>> key(const ContactPair& pair) {
    return {pair.is_of_edges, pair.vertices};
  }
  double shift(const ContactPair& pair) const;
  // Calls visit(pair, its corners, its closest points, D, w ψ) for each pair with D < (d̂ + s)², in order.
  template <class Visit>
  void visit_pairs(const Positions<double>& positions, const Visit& visit) const;

  // As largest_step(), at once for the whole step.
  double free_part(const Positions<double>& positions, const Positions<double>& step) const;

  std::shared_ptr<const ContactSurface> surface_;
  LawOfDistance law_;
  double distance_, stiffness_;
  std::vector<Shift> shifts_;  // in ascending order of pairs
  double largest_shift_ = 0;   // [m]
  double radius_;              // in which pairs are seen where vertices move each by itself [m]
  PairSearch search_;
};

}  // namespace simbench

// Contact as solvers see it that move one vertex after the other. The pairs are those that are nearer to each
// other than a radius R, which is larger than d̂. A vertex may move by less than half of its smallest
// distance, or of R, until pairs are searched for again: then no two of them touch, wherever the others go
// (the bound of Offset Geometric Contact, Chen et al. 2025, there with other sets of pairs).
#pragma once

#include <functional>

#include "deformable/contact/contact_pairs.h"
#include "deformable/contact/step_filter.h"
#include "deformable/energy/term.h"

namespace simbench {

class ContactAtVertices final : public TermAtVertices<double> {
 public:
  // The 12 × 12 Hessian of a pair and its gradient at these corners; zero if the pair is too far away.
  using Derivatives = std::function<void(const ContactPair& pair, const FourPoints& corners,
                                         Vector12& gradient, Matrix12& hessian)>;

  // `pairs`: those whose boxes are nearer than `radius` [m].
  ContactAtVertices(const ContactSurface& surface, std::vector<ContactPair> pairs,
                    const Positions<double>& positions, double radius, Derivatives derivatives);

  void append_couplings(std::vector<std::span<const int>>& couplings) const override;
  void add(int vertex, const Positions<double>& positions, Vector3<double>& gradient,
           Matrix3<double>& hessian) const override;
  double longest_move(int vertex) const override { return longest_moves_[vertex]; }

 private:
  std::vector<ContactPair> pairs_;
  Occurrences pairs_of_vertices_;  // 4 · pair + corner
  VectorX<double> longest_moves_;  // of each vertex [m]
  Derivatives derivatives_;
};

}  // namespace simbench

#include "deformable/contact/contact_at_vertices.h"

#include "math/symmetric_eigen.h"

namespace simbench {

ContactAtVertices::ContactAtVertices(const ContactSurface& surface, std::vector<ContactPair> pairs,
                                     const Positions<double>& positions, double radius,
                                     Derivatives derivatives)
    : pairs_(std::move(pairs)),
      longest_moves_(longest_moves(surface, pairs_, positions, radius).cwiseMin(part_of_distance * radius)),
      derivatives_(std::move(derivatives)) {
  std::erase_if(pairs_, [&](const ContactPair& pair) {
    const FourPoints x = pair.corners(positions);
    return pair.closest(x).difference(x).norm() >= radius;
  });
  std::vector<int> corners;
  for (const ContactPair& pair : pairs_)
    corners.insert(corners.end(), pair.vertices.begin(), pair.vertices.end());
  pairs_of_vertices_ = occurrences(corners, positions.cols());
}

void ContactAtVertices::append_couplings(std::vector<std::span<const int>>& couplings) const {
  for (const ContactPair& pair : pairs_) couplings.emplace_back(pair.vertices);
}

void ContactAtVertices::add(int vertex, const Positions<double>& positions, Vector3<double>& gradient,
                            Matrix3<double>& hessian) const {
  Vector12 g;
  Matrix12 H;
  for (const int place : pairs_of_vertices_.of(vertex)) {
    const ContactPair& pair = pairs_[static_cast<std::size_t>(place / 4)];
    const int begin = 3 * (place % 4);
    derivatives_(pair, pair.corners(positions), g, H);
    gradient += g.segment<3>(begin);
    SymmetricEigen<double> eigen(H.block<3, 3>(begin, begin));
    eigen.values = eigen.values.cwiseMax(0);
    hessian += eigen.matrix();
  }
}

}  // namespace simbench

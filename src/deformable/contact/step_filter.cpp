#include "deformable/contact/step_filter.h"

#include <algorithm>
#include <limits>

namespace simbench {

VectorX<double> longest_moves(const ContactSurface& surface, const std::vector<ContactPair>& pairs,
                              const Positions<double>& positions, double radius) {
  VectorX<double> moves =
      VectorX<double>::Constant(positions.cols(), std::numeric_limits<double>::infinity());
  for (const int vertex : surface.vertices) moves[vertex] = part_of_distance * radius;
  for (const ContactPair& pair : pairs) {
    const FourPoints x = pair.corners(positions);
    const double move = part_of_distance * pair.closest(x).difference(x).norm();
    for (const int vertex : pair.vertices) moves[vertex] = std::min(moves[vertex], move);
  }
  return moves;
}

void cut_at_longest_moves(const VectorX<double>& longest_moves, Positions<double>& step) {
  for (Index i = 0; i < step.cols(); ++i) {
    const double length = step.col(i).norm();
    if (length > longest_moves[i]) step.col(i) *= longest_moves[i] / length;
  }
}

// The plane of a pair has the normal r/|r| and lies between the closest points, nearer to the side that
// approaches it more slowly. A primitive is convex, so all of it is behind its closest point.
void cut_at_planes(const ContactSurface& surface, const std::vector<ContactPair>& pairs,
                   const Positions<double>& positions, double radius, Positions<double>& step) {
  constexpr double part_of_way = 0.9, smallest_share = 0.05;
  cut_at_longest_moves(longest_moves(surface, {}, positions, radius), step);
  VectorX<double> parts = VectorX<double>::Ones(step.cols());
  for (const ContactPair& pair : pairs) {
    const FourPoints x = pair.corners(positions), moves = pair.corners(step);
    const Vector3<double> r = pair.closest(x).difference(x);
    const double distance = r.norm();
    const Vector3<double> normal = r / distance;
    const int first = pair.is_of_edges ? 2 : 1;  // corners of the first primitive, to which r points
    Eigen::Vector4d approaches = normal.transpose() * moves, heights = normal.transpose() * x;
    approaches.head(first) *= -1;
    const double fast = std::max(0.0, approaches.head(first).maxCoeff()),
                 slow = std::max(0.0, approaches.tail(4 - first).maxCoeff());
    const double both = fast + slow;
    const double share = both > 0 ? std::clamp(fast / both, smallest_share, 1 - smallest_share) : 0.5;
    const double upper = heights.head(first).minCoeff() - share * distance;  // the plane, seen from each side
    for (int i = 0; i < 4; ++i) {
      const double way = i < first ? heights[i] - upper : upper - heights[i];
      if (approaches[i] > part_of_way * way)
        parts[pair.vertices[i]] = std::min(parts[pair.vertices[i]], part_of_way * way / approaches[i]);
    }
  }
  for (Index i = 0; i < step.cols(); ++i) step.col(i) *= parts[i];
}

}  // namespace simbench

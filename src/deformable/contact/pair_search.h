// Searches for pairs, and remembers those within a margin: as long as no vertex leaves its place by half of
// that margin, no other pair can come near. What it remembers does not change any result of contact.
#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "deformable/contact/contact_pairs.h"

namespace simbench {

// The largest distance that a column of the step moves a vertex [m].
inline double longest_column(const Positions<double>& step) {
  return step.colwise().norm().maxCoeff();
}

class PairSearch {
 public:
  // `reach` [m]: the largest distance of pairs that are looked for again and again; `margin` [m].
  PairSearch(std::shared_ptr<const ContactSurface> surface, std::vector<char> held, double reach,
             double margin)
      : surface_(std::move(surface)), held_(std::move(held)), radius_(reach + margin) {}

  // Those of candidate_pairs() that come nearer to each other on the way than `reach`, or than a tenth of
  // their distance at its start, and perhaps others of them. Several threads may call it.
  std::vector<ContactPair> find(const Positions<double>& start, const Positions<double>& end,
                                double reach) const;
  // As intersections(), which it remembers for the last positions. Several threads may call it.
  Index intersection_count(const Positions<double>& positions) const;
  const std::vector<char>& held() const { return held_; }
  bool is_held(Index vertex) const { return !held_.empty() && held_[vertex]; }
  // While no vertex moves farther than this [m], all pairs that find() did not find before the move keep more
  // than half of their distance.
  double short_move() const { return radius_ / 4; }

 private:
  // What is near at some positions [m].
  struct Found {
    Positions<double> positions;
    std::vector<ContactPair> pairs;
    VectorX<double> distances;  // of the pairs [m]
  };
  struct Crossing {
    Positions<double> positions;
    std::shared_ptr<const std::vector<std::array<int, 2>>> candidates;  // edges near triangles there
    Positions<double> last_positions;
    Index last_count;
  };
  // Whether pairs that were apart by radius_ at the positions `found` are apart by `reach` at these.
  bool suffices(const Positions<double>& found, const Positions<double>& positions, double reach) const;
  std::shared_ptr<const Found> found_at(const Positions<double>& positions) const;

  std::shared_ptr<const ContactSurface> surface_;
  std::vector<char> held_;
  double radius_;  // of the pairs that are remembered [m]
  mutable std::mutex mutex_;
  mutable std::shared_ptr<const Found> found_;
  mutable std::shared_ptr<const Crossing> crossing_;
};

}  // namespace simbench

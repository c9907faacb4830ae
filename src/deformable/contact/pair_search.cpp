#include "deformable/contact/pair_search.h"

#include <algorithm>

namespace simbench {

bool PairSearch::suffices(const Positions<double>& found, const Positions<double>& positions,
                          double reach) const {
  return found.cols() == positions.cols() &&
         (positions - found).cwiseAbs().maxCoeff() < (radius_ - reach) / 2;
}

std::shared_ptr<const PairSearch::Found> PairSearch::found_at(const Positions<double>& positions) const {
  const auto found = std::make_shared<Found>();
  found->positions = positions;
  found->pairs = candidate_pairs(*surface_, held_, positions, positions, radius_);
  found->distances.resize(static_cast<Index>(found->pairs.size()));
  for (Index i = 0; i < found->distances.size(); ++i) {
    const ContactPair& pair = found->pairs[static_cast<std::size_t>(i)];
    const FourPoints x = pair.corners(positions);
    found->distances[i] = pair.closest(x).difference(x).norm();
  }
  return found;
}

std::vector<ContactPair> PairSearch::find(const Positions<double>& start, const Positions<double>& end,
                                          double reach) const {
  std::shared_ptr<const Found> found;
  {
    const std::lock_guard locked(mutex_);
    found = found_;
  }
  if (!found || !suffices(found->positions, start, reach) || !suffices(found->positions, end, reach)) {
    if (!suffices(start, end, reach))  // the step is longer than the margin
      return candidate_pairs(*surface_, held_, start, end, reach);
    found = found_at(start);
    const std::lock_guard locked(mutex_);
    found_ = found;
  }
  // On the way, a pair that had the distance d has at least d − 2 · move; a tenth of that at the start is at
  // most (d + 2 · move)/10.
  const double move =
      std::max(longest_column(start - found->positions), longest_column(end - found->positions));
  std::vector<ContactPair> pairs;
  for (Index i = 0; i < found->distances.size(); ++i) {
    const ContactPair& pair = found->pairs[static_cast<std::size_t>(i)];
    if (found->distances[i] <= reach + 2.5 * move && may_come_near(pair, start, end, reach))
      pairs.push_back(pair);
  }
  return pairs;
}

Index PairSearch::intersection_count(const Positions<double>& positions) const {
  std::shared_ptr<const Crossing> known;
  {
    const std::lock_guard locked(mutex_);
    known = crossing_;
  }
  if (known && known->last_positions == positions) return known->last_count;
  const auto crossing = std::make_shared<Crossing>();
  if (known && suffices(known->positions, positions, 0)) {
    *crossing = *known;
  } else {
    crossing->positions = positions;
    crossing->candidates = std::make_shared<const std::vector<std::array<int, 2>>>(
        edges_near_triangles(*surface_, held_, positions, radius_));
  }
  crossing->last_positions = positions;
  crossing->last_count = std::ranges::count_if(
      *crossing->candidates, [&](const auto& pair) { return is_crossing(*surface_, positions, pair); });
  const std::lock_guard locked(mutex_);
  crossing_ = crossing;
  return crossing->last_count;
}

}  // namespace simbench

#include "deformable/contact/pair_search.h"

#include <algorithm>

namespace simbench {

bool PairSearch::suffices(const Found& found, const Positions<double>& start, const Positions<double>& end,
                          double reach) const {
  const double most = (radius_ - reach) / 2;
  const auto is_near = [&](const Positions<double>& positions) {
    return (positions - found.positions).cwiseAbs().maxCoeff() < most;
  };
  return found.positions.cols() == start.cols() && is_near(start) && is_near(end);
}

std::vector<ContactPair> PairSearch::find(const Positions<double>& start, const Positions<double>& end,
                                          double reach) const {
  std::shared_ptr<const Found> found;
  {
    const std::lock_guard locked(mutex_);
    found = found_;
  }
  if (!found || !suffices(*found, start, end, reach)) {
    const auto around = std::make_shared<Found>(Found{start, {}});
    if (!suffices(*around, start, end, reach))  // the step is longer than the margin
      return candidate_pairs(*surface_, held_, start, end, reach);
    around->pairs = candidate_pairs(*surface_, held_, start, start, radius_);
    const std::lock_guard locked(mutex_);
    found_ = found = around;
  }
  std::vector<ContactPair> pairs;
  std::ranges::copy_if(found->pairs, std::back_inserter(pairs),
                       [&](const ContactPair& pair) { return may_come_near(pair, start, end, reach); });
  return pairs;
}

}  // namespace simbench

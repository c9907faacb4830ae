// Searches for pairs, and remembers those within a margin: as long as no vertex leaves its place by half of
// that margin, no other pair can come near. What it remembers does not change what it finds.
#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "deformable/contact/contact_pairs.h"

namespace simbench {

class PairSearch {
 public:
  // `reach` [m]: the largest distance of pairs that are looked for again and again; `margin` [m].
  PairSearch(std::shared_ptr<const ContactSurface> surface, std::vector<char> held, double reach,
             double margin)
      : surface_(std::move(surface)), held_(std::move(held)), radius_(reach + margin) {}

  // As candidate_pairs(). Several threads may call it.
  std::vector<ContactPair> find(const Positions<double>& start, const Positions<double>& end,
                                double reach) const;
  const ContactSurface& surface() const { return *surface_; }

 private:
  struct Found {
    Positions<double> positions;  // [m]
    std::vector<ContactPair> pairs;
  };
  // Whether the pairs of `found` contain all that find() looks for.
  bool suffices(const Found& found, const Positions<double>& start, const Positions<double>& end,
                double reach) const;

  std::shared_ptr<const ContactSurface> surface_;
  std::vector<char> held_;
  double radius_;  // of the pairs that are remembered [m]
  mutable std::mutex mutex_;
  mutable std::shared_ptr<const Found> found_;
};

}  // namespace simbench

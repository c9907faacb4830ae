#include "deformable/contact/boxes.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>

namespace simbench {

namespace {

using Cell = Eigen::Vector3i;

// The cells of all boxes. A box that is much larger than the average has at most a few thousand of them.
class Grid {
 public:
  Grid(const std::vector<Box>& a, const std::vector<Box>& b) {
    constexpr double most_cells_along_a_box = 16;
    double sum = 0, largest = 0;
    for (const auto* boxes : {&a, &b}) {
      for (const Box& box : *boxes) {
        const double extent = (box.high - box.low).maxCoeff();
        sum += extent;
        largest = std::max(largest, extent);
        low_ = low_.cwiseMin(box.low);
        high_ = high_.cwiseMax(box.high);
      }
    }
    const double mean = sum / static_cast<double>(a.size() + b.size());
    const double all = (high_ - low_).maxCoeff();
    width_ = std::max({mean, largest / most_cells_along_a_box, all / largest_index});
    if (!(width_ > 0)) width_ = 1;
  }

  Cell cell(const Vector3<double>& point) const { return ((point - low_) / width_).cast<int>(); }
  static std::uint64_t key(const Cell& cell) {
    return (static_cast<std::uint64_t>(cell[0]) << 42) | (static_cast<std::uint64_t>(cell[1]) << 21) |
           static_cast<std::uint64_t>(cell[2]);
  }
  // Calls visit(cell) for each cell of the box.
  template <class Visit>
  void visit_cells(const Box& box, const Visit& visit) const {
    const Cell first = cell(box.low), last = cell(box.high);
    for (int x = first[0]; x <= last[0]; ++x) {
      for (int y = first[1]; y <= last[1]; ++y) {
        for (int z = first[2]; z <= last[2]; ++z) visit(Cell{x, y, z});
      }
    }
  }

 private:
  static constexpr double largest_index = 2e6;  // fits into 21 bits
  Vector3<double> low_ = Vector3<double>::Constant(std::numeric_limits<double>::infinity());
  Vector3<double> high_ = -low_;
  double width_ = 1;
};

// The boxes in each cell: a table of buckets, in which cells of the same hash are neighbours.
class Buckets {
 public:
  struct Entry {
    Box box;
    Cell first;         // the lowest cell of the box
    int index;          // of the box; ascending in each bucket
    std::uint64_t key;  // of the cell
  };

  Buckets(const Grid& grid, const std::vector<Box>& boxes) {
    std::vector<std::pair<std::uint64_t, int>> places;
    places.reserve(4 * boxes.size());
    for (int i = 0; i < static_cast<int>(boxes.size()); ++i)
      grid.visit_cells(boxes[i], [&](const Cell& cell) { places.emplace_back(Grid::key(cell), i); });
    const std::size_t count = std::bit_ceil(std::max<std::size_t>(places.size(), 2));
    shift_ = 64 - std::countr_zero(count);
    start_.assign(count + 1, 0);
    for (const auto& [key, i] : places) ++start_[bucket(key) + 1];
    for (std::size_t i = 1; i < start_.size(); ++i) start_[i] += start_[i - 1];
    std::vector<int> next(start_.begin(), start_.end() - 1);
    entries_.resize(places.size());
    for (const auto& [key, i] : places)
      entries_[next[bucket(key)]++] = {boxes[i], grid.cell(boxes[i].low), i, key};
  }

  // Of all cells with the hash of this one.
  std::span<const Entry> near(std::uint64_t key) const {
    const std::size_t place = bucket(key);
    return std::span(entries_).subspan(start_[place], start_[place + 1] - start_[place]);
  }

 private:
  // The highest bits of the product, because they alone depend on all three numbers of the cell.
  std::size_t bucket(std::uint64_t key) const { return (key * 0x9e3779b97f4a7c15) >> shift_; }

  int shift_;
  std::vector<int> start_;
  std::vector<Entry> entries_;
};

}  // namespace

std::vector<std::array<int, 2>> overlaps(const std::vector<Box>& a, const std::vector<Box>& b,
                                         const PairFilter& is_pair, bool only_later) {
  std::vector<std::array<int, 2>> pairs;
  if (a.empty() || b.empty()) return pairs;
  const Grid grid(a, b);
  const Buckets buckets(grid, b);
  for (int i = 0; i < static_cast<int>(a.size()); ++i) {
    const std::size_t begin = pairs.size();
    const Cell first = grid.cell(a[i].low);
    grid.visit_cells(a[i], [&](const Cell& cell) {
      const std::uint64_t key = Grid::key(cell);
      const std::span<const Buckets::Entry> near = buckets.near(key);
      for (auto entry = near.rbegin(); entry != near.rend(); ++entry) {
        const Buckets::Entry& other = *entry;
        if (only_later && other.index <= i) break;
        if (other.key != key || !a[i].overlaps(other.box)) continue;
        // Both boxes may share several cells; the lowest one counts.
        if (first.cwiseMax(other.first) == cell && is_pair(i, other.index)) pairs.push_back({i, other.index});
      }
    });
    std::sort(pairs.begin() + static_cast<std::ptrdiff_t>(begin), pairs.end());
  }
  return pairs;
}

}  // namespace simbench

#include "deformable/contact/boxes.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
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

}  // namespace

std::vector<std::array<int, 2>> overlaps(const std::vector<Box>& a, const std::vector<Box>& b) {
  std::vector<std::array<int, 2>> pairs;
  if (a.empty() || b.empty()) return pairs;
  const Grid grid(a, b);
  std::vector<std::pair<std::uint64_t, int>> entries;  // boxes of b by the keys of their cells
  for (int j = 0; j < static_cast<int>(b.size()); ++j)
    grid.visit_cells(b[j], [&](const Cell& cell) { entries.emplace_back(Grid::key(cell), j); });
  std::ranges::sort(entries);
  for (int i = 0; i < static_cast<int>(a.size()); ++i) {
    const std::size_t begin = pairs.size();
    grid.visit_cells(a[i], [&](const Cell& cell) {
      const std::uint64_t key = Grid::key(cell);
      auto entry = std::ranges::lower_bound(entries, std::pair(key, 0));
      for (; entry != entries.end() && entry->first == key; ++entry) {
        const Box& other = b[entry->second];
        // Both boxes may share several cells; the lowest one counts.
        if (a[i].overlaps(other) && grid.cell(a[i].low.cwiseMax(other.low)) == cell)
          pairs.push_back({i, entry->second});
      }
    });
    std::sort(pairs.begin() + static_cast<std::ptrdiff_t>(begin), pairs.end());
  }
  return pairs;
}

}  // namespace simbench

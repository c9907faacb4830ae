// Memory that a loop needs while it runs. It belongs to the thread that asks for it, so const objects may compute for several
// threads at once, and the thread keeps it until it ends: the second loop of the same size allocates nothing.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "math/types.h"

namespace simbench {

// `count` values, whatever they were before, for the life of the object, which ends in the thread that made it. Other threads may
// write to them meanwhile. A second Scratch<T> that begins before the first has ended gets memory of its own; the last one begun ends first. That
// also holds for a thread that waits for its loop and meanwhile does a task of another one.
template <class T>
class Scratch {
 public:
  explicit Scratch(Index count) {
    Kept& kept = kept_by_thread();
    if (kept.in_use == kept.buffers.size()) kept.buffers.emplace_back();
    std::vector<T>& buffer = kept.buffers[kept.in_use];
    if (buffer.size() < static_cast<std::size_t>(count)) buffer.resize(static_cast<std::size_t>(count));
    values_ = std::span<T>(buffer).first(static_cast<std::size_t>(count));
    ++kept.in_use;
  }
  ~Scratch() { --kept_by_thread().in_use; }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  std::span<T> values() const { return values_; }
  T& operator[](Index i) const { return values_[static_cast<std::size_t>(i)]; }

 private:
  struct Kept {
    std::vector<std::vector<T>> buffers;  // the first `in_use` of them are given out
    std::size_t in_use = 0;
  };
  static Kept& kept_by_thread() {
    static thread_local Kept kept;
    return kept;
  }

  std::span<T> values_;
};

}  // namespace simbench

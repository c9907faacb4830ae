// Memory that a loop needs while it runs. It belongs to the calling thread, so that several threads may
// compute with the same const object. The thread keeps it until the thread ends: a second loop of the same
// size allocates nothing.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "math/types.h"

namespace simbench {

// `count` values with undefined contents, valid for the life of the object. The object must end in the thread
// that made it; meanwhile other threads may write to the values. A second Scratch<T> that begins before the
// first one has ended gets other memory, and must end before the first one. This is also true if a thread
// waits for its loop and meanwhile does a task of another loop.
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
    std::vector<std::vector<T>> buffers;  // the first `in_use` are in use
    std::size_t in_use = 0;
  };
  static Kept& kept_by_thread() {
    static thread_local Kept kept;
    return kept;
  }

  std::span<T> values_;
};

}  // namespace simbench

// A loop specialised for ball joints. Solvers use it if all constraints of a step are ball joints. The loop
// stores the poses in its own format; poses are copied only when an observer asks for them.
#pragma once

#include <optional>
#include <utility>

#include "rigid/bodies/pose.h"

namespace simbench::rigid {

// `Loop`: PointSweep<Real> or PointDescent<Real>.
template <class Real, class Loop>
class PointLoop {
 public:
  // Begins a step with the solver's poses.
  template <class... Arguments>
  void begin(const Poses<Real>& poses, Arguments&&... arguments) {
    loop_.emplace();
    loop_->begin(std::forward<Arguments>(arguments)...);
    poses_ = poses;
    are_current_ = true;
  }
  // Call this if the step also has other constraints.
  void reset() { loop_.reset(); }
  bool is_used() const { return loop_.has_value(); }

  template <class... Arguments>
  void iterate(Arguments&&... arguments) {
    (*loop_)(std::forward<Arguments>(arguments)...);
    are_current_ = false;
  }
  const Loop& loop() const { return *loop_; }
  const Poses<Real>& poses() const {
    if (!are_current_) loop_->write(poses_);
    are_current_ = true;
    return poses_;
  }

 private:
  std::optional<Loop> loop_;
  mutable Poses<Real> poses_;
  mutable bool are_current_ = false;
};

}  // namespace simbench::rigid

// A sweep over constraints that several threads share, and the same sweep for one thread, which takes its
// place while it is faster: another program may have a core, or the cores may be far from each other. The
// batches of one thread are larger than those that several threads share. The result has the same bits.
#pragma once

#include <functional>
#include <memory>
#include <utility>

#include "deformable/solvers/kernels/constraint_sweep.h"
#include "math/faster_way.h"

namespace simbench {

template <class Real>
class SharedSweep final : public ConstraintSweep<Real> {
 public:
  using Sweep = std::unique_ptr<ConstraintSweep<Real>>;

  // `alone` makes the sweep for one thread when it is first needed. `size`: the number of elements.
  SharedSweep(Sweep together, std::function<Sweep()> alone, Index size)
      : together_(std::move(together)), make_alone_(std::move(alone)), size_(size) {}

  Index run(Positions<Real>& positions) override {
    FasterWay& ways = FasterWay::of_thread("a sweep over constraints", size_);
    if (ways.choose() == 1 && !alone_) alone_ = make_alone_();  // once, so its time does not count
    Index skipped = 0;
    ways.run([&] { skipped = take(together_).run(positions); },
             [&] { skipped = take(alone_).run(positions); });
    return skipped;
  }

  Reduced<Real> multipliers() const override { return current().multipliers(); }
  void set_multipliers(const Reduced<Real>& multipliers) override { current().set_multipliers(multipliers); }
  void drop_multipliers() override { current().drop_multipliers(); }

 private:
  ConstraintSweep<Real>& current() const { return is_alone_ ? *alone_ : *together_; }

  // Makes this sweep the current one, with the multipliers of the one before.
  ConstraintSweep<Real>& take(const Sweep& sweep) {
    if (sweep.get() != &current()) {
      sweep->set_multipliers(current().multipliers());
      is_alone_ = sweep == alone_;
    }
    return *sweep;
  }

  Sweep together_, alone_;
  std::function<Sweep()> make_alone_;
  Index size_;
  bool is_alone_ = false;  // which of the sweeps has the multipliers
};

}  // namespace simbench

// Every law of the registry for the number types of tests/support/lanes.h: one tet, or one tet per lane. The
// functions are compiled once, in law_lanes.cpp.
#pragma once

#include <memory>
#include <string_view>
#include <tuple>
#include <vector>

#include "deformable/energy/prox.h"
#include "tests/support/lanes.h"

namespace simbench::test {

template <class Number>
class LawFor {
 public:
  virtual ~LawFor() = default;

  // The values of all functions of a law that take F, or stretches (the first column of F), one below the
  // other and padded with zeros. They are in one vector, because each additional comparison costs compile
  // time.
  virtual Eigen::Matrix<Number, 64, 1> all_values(const Matrix3<Number>& F) const = 0;
  virtual Matrix3<Number> prox(const Matrix3<Number>& F, const Number& r, const ProxSearch& search) const = 0;
  virtual Vector3<Number> prox_stretches(const Vector3<Number>& target, const Number& r,
                                         int iterations) const = 0;
};

// One law of TestLaw's parameters for each type of number.
class LaneLaw {
 public:
  template <template <class> class Law>
  static LaneLaw of();

  std::string_view name;
  template <class Number>
  const LawFor<Number>& with() const {
    return *std::get<std::unique_ptr<const LawFor<Number>>>(laws_);
  }

 private:
  template <class... Number>
  using Each = std::tuple<std::unique_ptr<const LawFor<Number>>...>;

  Each<double, Lanes<double>, OneLane<double>, float, Lanes<float>, OneLane<float>> laws_;
};

// In the order of `Laws`.
const std::vector<LaneLaw>& lane_laws();

}  // namespace simbench::test

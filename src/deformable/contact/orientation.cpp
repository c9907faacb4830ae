#include "deformable/contact/orientation.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace simbench {

namespace {

// A sum without rounding (Shewchuk 1997, "Adaptive precision floating-point arithmetic and fast robust
// geometric predicates", grow-expansion): its parts do not overlap, the largest one is the last.
class ExactSum {
 public:
  void add_determinant(const Vector3<double>& a, const Vector3<double>& b, const Vector3<double>& c) {
    for (int i = 0; i < 3; ++i) {
      const int j = (i + 1) % 3, k = (i + 2) % 3;
      add_product(a[i], b[j], c[k]);
      add_product(-a[i], b[k], c[j]);
    }
  }
  int sign() const { return count_ == 0 ? 0 : parts_[count_ - 1] > 0 ? 1 : -1; }

 private:
  void add_product(double x, double y, double z) {
    const double product = x * y;
    for (const double factor : {std::fma(x, y, -product), product}) {
      const double part = factor * z;
      add(std::fma(factor, z, -part));
      add(part);
    }
  }
  void add(double number) {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < count_; ++i) {
      const double part = parts_[i], sum = number + part, rounded = sum - number;
      const double rest = (number - (sum - rounded)) + (part - rounded);
      if (rest != 0) parts_[kept++] = rest;
      number = sum;
    }
    if (number != 0) parts_[kept++] = number;
    count_ = kept;
  }

  std::array<double, 96> parts_;  // four of each of the 24 products of four determinants
  std::size_t count_ = 0;
};

}  // namespace

int orientation(const Vector3<double>& a, const Vector3<double>& b, const Vector3<double>& c,
                const Vector3<double>& d) {
  const Vector3<double> u = a - d, v = b - d, w = c - d;
  const double volume = u.dot(v.cross(w));
  const double size = std::max({u.cwiseAbs().maxCoeff(), v.cwiseAbs().maxCoeff(), w.cwiseAbs().maxCoeff()});
  const double rounding = 64 * std::numeric_limits<double>::epsilon() * size * size * size;
  if (std::abs(volume) > rounding) return volume > 0 ? 1 : -1;
  ExactSum sum;
  sum.add_determinant(a, b, c);
  sum.add_determinant(d, c, b);
  sum.add_determinant(a, c, d);
  sum.add_determinant(b, a, d);
  return sum.sign();
}

}  // namespace simbench

#include "deformable/contact/additive_ccd.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace simbench {

double additive_ccd(const ContactPair& pair, const FourPoints& start, const FourPoints& step, double most) {
  constexpr double taken = 0.9;  // part of the present distance that one advance may use
  constexpr int most_advances = 100000;
  constexpr double no_part = 1e-100;
  const FourPoints relative = step.colwise() - step.rowwise().mean().eval();
  const auto norms = relative.colwise().norm().eval();
  const int first = pair.is_of_edges ? 2 : 1;  // vertices of the first primitive
  const double fastest = norms.head(first).maxCoeff() + norms.tail(4 - first).maxCoeff();
  if (!(fastest > 0)) return most;
  FourPoints x = start;
  double distance = pair.closest(x).difference(x).norm();
  const double rounding = 1e3 * std::numeric_limits<double>::epsilon() * start.cwiseAbs().maxCoeff();
  if (distance <= rounding) return no_part;
  const double least = std::max((1 - taken) * distance, rounding);
  double time = 0;
  for (int advance = 0; advance < most_advances; ++advance) {
    const double next = std::min(time + taken * distance / fastest, most);
    x = start + next * relative;
    distance = pair.closest(x).difference(x).norm();
    if (time > 0 && distance < least) return time;
    time = next;
    if (time >= most) break;
  }
  return time;
}

}  // namespace simbench

// A potential that the program itself does not have: one vertex near the top of a hill, E = k/4 (‖q‖² − 1)².
// Its curvature is negative between the top and ‖q‖ = 1/√3.
#pragma once

#include "deformable/energy/potential.h"

namespace simbench::test {

class Hilltop : public Potential<double> {
 public:
  static constexpr double k = 100;

  bool is_material() const override { return true; }
  std::string_view law() const override { return "hilltop"; }
  Index element_count() const override { return 1; }

  double value(const Positions<double>& q) const override {
    const double excess = q.squaredNorm() - 1;
    return k / 4 * excess * excess;
  }
  double add_gradient(const Positions<double>& q, Positions<double>& gradient) const override {
    gradient += k * (q.squaredNorm() - 1) * q;
    return value(q);
  }
  const VectorX<double>& stiffnesses() const override { return stiffnesses_; }
  void add_normal_matrix(const VectorX<double>& weights,
                         std::vector<Eigen::Triplet<double>>& entries) const override {
    entries.emplace_back(0, 0, weights[0]);
  }

  // L-BFGS does not need these functions.
  void add_hessian(const Positions<double>&, const HessianForm&, BlockMatrix<double>&) const override {
    absent();
  }
  double curvature(const Positions<double>&, const Positions<double>&) const override { absent(); }
  void append_elements(std::vector<std::span<const int>>&) const override { absent(); }
  Index reduced_size() const override { return 3; }
  void reduce(const Positions<double>&, Reduced<double>&) const override { absent(); }
  void add_transposed(const VectorX<double>&, const Reduced<double>&, Positions<double>&) const override {
    absent();
  }
  std::shared_ptr<const Potential<float>> single_precision() const override { absent(); }

 private:
  [[noreturn]] static void absent() { throw std::logic_error("the hilltop has no such view"); }

  VectorX<double> stiffnesses_ = VectorX<double>::Constant(1, k);
};

}  // namespace simbench::test

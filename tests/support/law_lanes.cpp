#include "tests/support/law_lanes.h"

#include "deformable/energy/laws.h"
#include "tests/support/example_law.h"

namespace simbench::test {

namespace {

template <template <class> class Law, class Number>
class LawOf final : public LawFor<Number> {
 public:
  Eigen::Matrix<Number, 64, 1> all_values(const Matrix3<Number>& F) const override {
    Eigen::Matrix<Number, 64, 1> values = Eigen::Matrix<Number, 64, 1>::Constant(Number(0));
    int count = 0;
    const auto add = [&](const auto& matrix) {
      for (Index i = 0; i < matrix.size(); ++i)
        values[count++] = matrix(i % matrix.rows(), i / matrix.rows());
    };
    const auto add_number = [&](const Number& value) { values[count++] = value; };
    const Vector3<Number> stretches = F.col(0);
    const auto response = law_.respond(F);
    add_number(response.density);
    add(response.stress);
    add_number(law_.density(stretches));
    add(law_.gradient(stretches));
    add(law_.hessian(stretches));
    add_number(law_.symmetric_stiffness(stretches, 0, 2));
    add_number(law_.antisymmetric_stiffness(stretches, 0, 2));
    if constexpr (requires(const Law<Number>& law) { law.project(F); }) add(law_.project(F));
    if constexpr (requires(const Law<Number>& law) { law.constraint_count(ConstraintForm::split); }) {
      for (const ConstraintForm form : {ConstraintForm::split, ConstraintForm::combined}) {
        for (int i = 0; i < law_.constraint_count(form); ++i) {
          const auto constraint = law_.constraint(form, i, F);
          add_number(constraint.value);
          add(constraint.gradient);
        }
      }
    }
    return values;
  }
  Matrix3<Number> prox(const Matrix3<Number>& F, const Number& r, const ProxSearch& search) const override {
    return simbench::prox(law_, F, r, search);
  }
  Vector3<Number> prox_stretches(const Vector3<Number>& target, const Number& r,
                                 int iterations) const override {
    return simbench::prox_stretches(law_, target, r, iterations);
  }

 private:
  Law<Number> law_ = example_law<Law<Number>>();
};

}  // namespace

template <template <class> class Law>
LaneLaw LaneLaw::of() {
  const auto set = []<class Number>(std::unique_ptr<const LawFor<Number>>& law) {
    law = std::make_unique<LawOf<Law, Number>>();
  };
  LaneLaw result;
  result.name = Law<double>::name;
  std::apply([&](auto&... law) { (set(law), ...); }, result.laws_);
  return result;
}

const std::vector<LaneLaw>& lane_laws() {
  static const std::vector<LaneLaw> laws = []<template <class> class... Law>(LawList<Law...>) {
    std::vector<LaneLaw> list;
    (list.push_back(LaneLaw::of<Law>()), ...);
    return list;
  }(Laws{});
  return laws;
}

}  // namespace simbench::test

#include "tests/support/laws.h"

#include <algorithm>
#include <stdexcept>

#include "deformable/energy/laws.h"
#include "tests/support/example_law.h"

namespace simbench::test {

namespace {

template <class Law>
class TestLawOf final : public TestLaw {
 public:
  explicit TestLawOf(double poisson_ratio) : law_(example_law<Law>(poisson_ratio)) {}

  std::string_view name() const override { return Law::name; }
  std::optional<double> mu() const override {
    if constexpr (requires(const Law& law) { law.mu; }) return law_.mu;
    return {};
  }
  std::optional<double> lambda() const override {
    if constexpr (requires(const Law& law) { law.lambda; }) return law_.lambda;
    return {};
  }
  std::optional<double> stiffness() const override {
    if constexpr (requires(const Law& law) { law.stiffness; }) return law_.stiffness;
    return {};
  }

  Response<double> respond(const Matrix3<double>& F) const override { return law_.respond(F); }
  double density(const Vector3<double>& stretches) const override { return law_.density(stretches); }
  Vector3<double> gradient(const Vector3<double>& stretches) const override {
    return law_.gradient(stretches);
  }
  Matrix3<double> hessian(const Vector3<double>& stretches) const override { return law_.hessian(stretches); }
  double symmetric_stiffness(const Vector3<double>& stretches, int i, int j) const override {
    return law_.symmetric_stiffness(stretches, i, j);
  }
  double antisymmetric_stiffness(const Vector3<double>& stretches, int i, int j) const override {
    return law_.antisymmetric_stiffness(stretches, i, j);
  }
  double quadratic_stiffness() const override { return law_.quadratic_stiffness(); }
  std::optional<double> second_derivative(const Matrix3<double>& F,
                                          const Matrix3<double>& dF) const override {
    if constexpr (requires(const Law& law) { law.second_derivative(F, dF); }) {
      return law_.second_derivative(F, dF);
    }
    return {};
  }
  DensityHessian<double> density_hessian(const Matrix3<double>& F, Definiteness definiteness) const override {
    return simbench::density_hessian(law_, F, definiteness);
  }

  static constexpr bool projects = requires(const Law& law, const Matrix3<double>& F) { law.project(F); };
  bool has_projection() const override { return projects; }
  Matrix3<double> project(const Matrix3<double>& F) const override {
    if constexpr (projects) return law_.project(F);
    throw std::logic_error("the law has no projection");
  }

  static constexpr bool constrains = requires(const Law& law) {
    law.constraint_count(ConstraintForm::split);
  };
  bool has_constraints() const override { return constrains; }
  int constraint_count(ConstraintForm form) const override {
    if constexpr (constrains) return law_.constraint_count(form);
    throw std::logic_error("the law has no constraints");
  }
  Constraint<double> constraint(ConstraintForm form, int index, const Matrix3<double>& F) const override {
    if constexpr (constrains) return law_.constraint(form, index, F);
    throw std::logic_error("the law has no constraints");
  }

  bool has_closed_prox() const override {
    return requires(const Law& law, const Matrix3<double>& F) {
      law.prox(F, 1.0);
    };
  }
  Matrix3<double> prox(const Matrix3<double>& F, double r) const override {
    return simbench::prox(law_, F, r);
  }
  Vector3<double> prox_start(const Vector3<double>& stretches) const override {
    if constexpr (requires(const Law& law) { law.prox_start(stretches); }) return law_.prox_start(stretches);
    return stretches;
  }
  Vector3<double> prox_stretches(const Vector3<double>& target, double r, int iterations) const override {
    return simbench::prox_stretches(law_, target, r, iterations);
  }
  Vector3<double> prox_stretches_by_lbfgs(const Vector3<double>& target, double r,
                                          int iterations) const override {
    return simbench::prox_stretches_by_lbfgs(law_, target, r, iterations);
  }

 private:
  Law law_;
};

template <template <class> class... Law>
std::vector<std::unique_ptr<const TestLaw>> all(LawList<Law...>, double poisson_ratio) {
  std::vector<std::unique_ptr<const TestLaw>> laws;
  (laws.push_back(std::make_unique<TestLawOf<Law<double>>>(poisson_ratio)), ...);
  return laws;
}

}  // namespace

Matrix9<double> TestLaw::density_hessian_matrix(const Matrix3<double>& F, Definiteness definiteness) const {
  const DensityHessian<double> hessian = density_hessian(F, definiteness);
  Matrix9<double> matrix;
  for (int k = 0; k < 3; ++k) {
    for (int l = 0; l < 3; ++l) {
      matrix.block<3, 3>(3 * k, 3 * l) = hessian.block(Vector3<double>::Unit(k), Vector3<double>::Unit(l));
    }
  }
  return matrix;
}

const std::vector<std::reference_wrapper<const TestLaw>>& test_laws() {
  static const std::vector<std::unique_ptr<const TestLaw>> owned = all(Laws{}, 0.3);
  static const std::vector<std::reference_wrapper<const TestLaw>> laws = [] {
    std::vector<std::reference_wrapper<const TestLaw>> references;
    for (const std::unique_ptr<const TestLaw>& law : owned) references.push_back(*law);
    return references;
  }();
  return laws;
}

const TestLaw& test_law(std::string_view name) {
  for (const TestLaw& law : test_laws()) {
    if (law.name() == name) return law;
  }
  throw std::logic_error("no such law");
}

std::unique_ptr<const TestLaw> test_law(std::string_view name, double poisson_ratio) {
  for (std::unique_ptr<const TestLaw>& law : all(Laws{}, poisson_ratio)) {
    if (law->name() == name) return std::move(law);
  }
  throw std::logic_error("no such law");
}

}  // namespace simbench::test

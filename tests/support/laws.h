// Every law of the registry, with parameters of the size of 1 so that tolerances need no units. Tests see a
// law through virtual functions, so that a test is compiled once and not once per law:
//
//   const TestLaw& law = GENERATE(from_range(test_laws()));
//
// law_lanes.h has the same for laws of several tets.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "deformable/energy/law.h"
#include "deformable/energy/prox.h"

namespace simbench::test {

// The members of a law (law.h) in double precision. Optional members say whether the law has them.
class TestLaw {
 public:
  virtual ~TestLaw() = default;

  virtual std::string_view name() const = 0;
  // Data members of these names.
  virtual std::optional<double> mu() const = 0;
  virtual std::optional<double> lambda() const = 0;
  virtual std::optional<double> stiffness() const = 0;

  virtual Response<double> respond(const Matrix3<double>& F) const = 0;
  virtual double density(const Vector3<double>& stretches) const = 0;
  virtual Vector3<double> gradient(const Vector3<double>& stretches) const = 0;
  virtual Matrix3<double> hessian(const Vector3<double>& stretches) const = 0;
  virtual double symmetric_stiffness(const Vector3<double>& stretches, int i, int j) const = 0;
  virtual double antisymmetric_stiffness(const Vector3<double>& stretches, int i, int j) const = 0;
  virtual double quadratic_stiffness() const = 0;
  virtual std::optional<double> second_derivative(const Matrix3<double>& F,
                                                  const Matrix3<double>& dF) const = 0;
  virtual DensityHessian<double> density_hessian(const Matrix3<double>& F, Definiteness) const = 0;
  // ∂²Ψ/∂F², 9 × 9, with F in column-major order.
  Matrix9<double> density_hessian_matrix(const Matrix3<double>& F, Definiteness definiteness) const;

  virtual bool has_projection() const = 0;
  virtual Matrix3<double> project(const Matrix3<double>& F) const = 0;

  virtual bool has_constraints() const = 0;
  virtual int constraint_count(ConstraintForm form) const = 0;
  virtual Constraint<double> constraint(ConstraintForm form, int index, const Matrix3<double>& F) const = 0;

  // The proximal map of prox.h, which is the law's own if it has a closed form.
  virtual bool has_closed_prox() const = 0;
  virtual Matrix3<double> prox(const Matrix3<double>& F, double r) const = 0;
  virtual Vector3<double> prox_start(const Vector3<double>& stretches) const = 0;
  virtual Vector3<double> prox_stretches(const Vector3<double>& target, double r,
                                         int iterations = converged_prox_iterations) const = 0;
  virtual Vector3<double> prox_stretches_by_lbfgs(const Vector3<double>& target, double r,
                                                  int iterations) const = 0;
};

// In the order of `Laws`.
const std::vector<std::reference_wrapper<const TestLaw>>& test_laws();
const TestLaw& test_law(std::string_view name);
// The same law with another Poisson's ratio.
std::unique_ptr<const TestLaw> test_law(std::string_view name, double poisson_ratio);

// A bound for |Ψ| and its derivatives at stretches up to about 2, for rounding errors.
inline constexpr double law_scale = 100;

}  // namespace simbench::test

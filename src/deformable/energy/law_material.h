// A law with its parameters as a Material. The build instantiates law_material for each header of laws/ in a
// separate file (cmake/SimbenchLaws.cmake), because a compiler needs about 20 s for the loops of elements.h
// over one law.
#pragma once

#include "deformable/energy/elements.h"
#include "deformable/energy/material.h"
#include "deformable/energy/tet_stencil.h"

namespace simbench {

template <template <class> class Law>
class LawMaterial final : public Material {
 public:
  std::string_view name() const override { return Law<double>::name; }
  std::string_view summary() const override { return Law<double>::summary; }
  std::shared_ptr<Material> copy() const override { return std::make_shared<LawMaterial>(*this); }
  void describe(config::Fields& fields) override { parameters_.describe(fields); }
  double stiffness() const override { return parameters_.stiffness(); }
  RestResponse at_rest() const override {
    const Law<double> law(parameters_);
    const Vector3<double> rest = Vector3<double>::Ones();
    const Matrix3<double> hessian = law.hessian(rest);
    const double lambda = hessian(0, 1), mu = (hessian(0, 0) - lambda) / 2;  // Lamé's parameters
    return {law.gradient(rest)[0], mu * ((3 * lambda + 2 * mu) / (lambda + mu)),
            lambda / (2 * (lambda + mu))};
  }
  std::shared_ptr<const Potential<double>> potential(TetStencil tets) const override {
    return std::make_shared<Elements<TetStencil, Law, double>>(std::move(tets), parameters_);
  }
  std::shared_ptr<const Potential<double>> quadratic_potential(QuadraticTetStencil tets) const override {
    if constexpr (requires { Law<double>::on_quadratic_tets; })
      return std::make_shared<Elements<QuadraticTetStencil, Law, double>>(std::move(tets), parameters_);
    return nullptr;
  }

 private:
  typename Law<double>::Parameters parameters_;
};

template <template <class> class Law>
std::shared_ptr<Material> law_material() {
  return std::make_shared<LawMaterial<Law>>();
}

}  // namespace simbench

// Gives a solver's kernel the typed elements of a potential, with one dispatch per batch.
#pragma once

#include <type_traits>

#include "deformable/energy/elements.h"
#include "deformable/energy/laws.h"
#include "deformable/energy/point_stencil.h"
#include "deformable/energy/quadratic_tet_stencil.h"
#include "deformable/energy/scene_potential_list.h"
#include "deformable/energy/tet_stencil.h"
#include "deformable/energy/zero_length_spring.h"

namespace simbench {

// Returns kernel(elements), where `elements` is an Elements<Stencil, Law, Real>. The kernel must return the
// same type for all of them. If the potential is not one of the program's Elements, the result is a
// default-constructed value of that type.
template <class Real, class Kernel>
auto visit(const Potential<Real>& potential, const Kernel& kernel) {
  using Anchors = Elements<PointStencil, ZeroLengthSpring, Real>;
  using Result = std::invoke_result_t<const Kernel&, const Anchors&>;
  Result result{};
  const auto is = [&]<class Batch>(std::type_identity<Batch>) {
    const auto* const elements = dynamic_cast<const Batch*>(&potential);
    if (elements) result = kernel(*elements);
    return elements != nullptr;
  };
  [&]<template <class> class... Law, class... Kind>(LawList<Law...>, PotentialList<Kind...>) {
    return is(std::type_identity<Anchors>{}) ||
           (is(std::type_identity<Elements<TetStencil, Law, Real>>{}) || ...) ||
           (is(std::type_identity<typename Kind::template Batch<Real>>{}) || ...);
  }(Laws{}, ScenePotentials{});
  return result;
}

// The same for potentials of quadratic tets, which visit() does not know: the kernels of most solvers need
// not be compiled for them.
template <class Real, class Kernel>
auto visit_quadratic_tets(const Potential<Real>& potential, const Kernel& kernel) {
  using Result = std::invoke_result_t<const Kernel&, const Elements<PointStencil, ZeroLengthSpring, Real>&>;
  Result result{};
  const auto visit_law = [&]<template <class> class Law>(const LawList<Law>&) {
    if constexpr (requires { Law<Real>::on_quadratic_tets; }) {
      const auto* const elements = dynamic_cast<const Elements<QuadraticTetStencil, Law, Real>*>(&potential);
      if (elements) result = kernel(*elements);
    }
  };
  [&]<template <class> class... Law>(LawList<Law...>) { (visit_law(LawList<Law>{}), ...); }(Laws{});
  return result;
}

}  // namespace simbench

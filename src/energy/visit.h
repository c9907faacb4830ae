// How a solver's kernel reaches the typed elements of a potential: one dispatch a batch.
#pragma once

#include <type_traits>

#include "energy/elements.h"
#include "energy/laws.h"
#include "energy/point_stencil.h"
#include "energy/scene_potentials.h"
#include "energy/tet_stencil.h"
#include "energy/zero_length_spring.h"

namespace simbench {

// kernel(elements), with elements an Elements<Stencil, Law, Real>. The kernel gives the same type for all of them; a potential
// that is no Elements of the program gives an empty value of that type.
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

}  // namespace simbench

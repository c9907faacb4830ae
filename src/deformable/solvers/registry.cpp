#include "deformable/solvers/registry.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>

#include "deformable/energy/visit.h"
#include "deformable/solvers/admm.h"
#include "deformable/solvers/alm.h"
#include "deformable/solvers/anderson.h"
#include "deformable/solvers/anderson_admm.h"
#include "deformable/solvers/barzilai_borwein.h"
#include "deformable/solvers/bfgs.h"
#include "deformable/solvers/chebyshev.h"
#include "deformable/solvers/coordinate_condensation.h"
#include "deformable/solvers/douglas_rachford.h"
#include "deformable/solvers/formula.h"
#include "deformable/solvers/generalized_pbd.h"
#include "deformable/solvers/gradient_descent.h"
#include "deformable/solvers/jgs2.h"
#include "deformable/solvers/kkt.h"
#include "deformable/solvers/mixed.h"
#include "deformable/solvers/nesterov.h"
#include "deformable/solvers/newton.h"
#include "deformable/solvers/newton_conjugate_gradients.h"
#include "deformable/solvers/nonlinear_conjugate_gradients.h"
#include "deformable/solvers/pbd.h"
#include "deformable/solvers/pbng.h"
#include "deformable/solvers/projective_dynamics.h"
#include "deformable/solvers/quasi_newton.h"
#include "deformable/solvers/single_precision.h"
#include "deformable/solvers/vertex_block_descent.h"
#include "deformable/solvers/xpbd.h"
#include "deformable/solvers/xpbd_global.h"

namespace simbench {

namespace {

template <class S>
constexpr SolverTraits traits_of() {
  if constexpr (requires { S::traits; }) return S::traits;
  return {};
}

// A solver's file has a template S<Real> with name, summary, Settings and declines(). It may have
// declines_size(), if it limits the size of a problem; declines_other_start(), if it needs q̃ as its start;
// declines_contact(), if it takes contact, but not with all settings;
// cost(), if the cost differs from first_order_cost(); and traits, if they differ from the default.
template <template <class> class S>
SolverEntry entry() {
  using Settings = typename S<double>::Settings;
  return {registered_solver<Solver<double>, S<double>, S<float>, InSinglePrecision>(),
          [](const Potentials<double>& potentials, const SolverSettings& settings) {
            return S<double>::declines(potentials, dynamic_cast<const Settings&>(settings));
          },
          [](Index vertices, const SolverSettings& settings) -> Declines {
            if constexpr (requires { &S<double>::declines_size; })
              return S<double>::declines_size(vertices, dynamic_cast<const Settings&>(settings));
            return {};
          },
          [](const SolverSettings& settings) -> Declines {
            if constexpr (requires { &S<double>::declines_other_start; })
              return S<double>::declines_other_start(dynamic_cast<const Settings&>(settings));
            return {};
          },
          [](const SolverSettings& settings) -> Declines {
            if constexpr (requires { &S<double>::declines_contact; })
              return S<double>::declines_contact(dynamic_cast<const Settings&>(settings));
            return {};
          },
          [](const ProblemSize& size) {
            if constexpr (requires { S<double>::cost(size); })
              return S<double>::cost(size);
            else
              return first_order_cost(size);
          },
          traits_of<S<double>>()};
}

}  // namespace

const std::vector<SolverEntry>& solvers() {
  // A new solver needs its file pair and one line here.
  static const std::vector<SolverEntry> registry = {
      entry<Pbd>(),
      entry<Xpbd>(),
      entry<ProjectiveDynamics>(),
      entry<Admm>(),
      entry<QuasiNewton>(),
      entry<Newton>(),
      entry<Mixed>(),
      entry<NewtonConjugateGradients>(),
      entry<VertexBlockDescent>(),
      entry<Pbng>(),
      entry<GeneralizedPbd>(),
      entry<Chebyshev>(),
      entry<Anderson>(),
      entry<Nesterov>(),
      entry<NonlinearConjugateGradients>(),
      entry<BarzilaiBorwein>(),
      entry<AndersonAdmm>(),
      entry<DouglasRachford>(),
      entry<XpbdGlobal>(),
      entry<GradientDescent>(),
      entry<Bfgs>(),
      entry<Jgs2>(),
      entry<CoordinateCondensation>(),
      entry<Kkt>(),
      entry<Alm>(),
      entry<Formula>(),
  };
  return registry;
}

const SolverEntry* find_solver(std::string_view name) {
  return find_entry(solvers(), name);
}

namespace {

// The solvers with this trait.
template <class Trait>
std::vector<std::string_view> takers_of(const Trait& trait) {
  std::vector<std::string_view> takers;
  for (const SolverEntry& entry : solvers()) {
    if (std::invoke(trait, entry.traits)) takers.push_back(entry.name);
  }
  return takers;
}

// Why a solver of energies cannot solve these potentials; empty if it can.
Declines refused_hard_constraints(const Potentials<double>& potentials) {
  for (const auto& potential : potentials) {
    if (potential->is_hard())
      return fmt::format(
          "this solver minimises energies, and the hard constraints of {} have none; give {} a finite "
          "stiffness, or take one of {}",
          potential->law(), potential->law(),
          fmt::join(takers_of(&SolverTraits::takes_hard_constraints), ", "));
  }
  return {};
}

// Why a solver with loops of its own over elements cannot solve these potentials; empty if it can.
Declines refused_elements(const Potentials<double>& potentials) {
  const auto is_quadratic = [](const auto& potential) {
    return visit_quadratic_tets(*potential, [](const auto&) { return true; });
  };
  if (std::ranges::none_of(potentials, is_quadratic)) return {};
  return fmt::format("its loops over elements know only linear tets; take linear elements, or one of {}",
                     fmt::join(takers_of(&SolverTraits::takes_quadratic_tets), ", "));
}

}  // namespace

Declines SolverEntry::declines_terms(Precision precision, TermKind kind,
                                     const SolverSettings& settings) const {
  if (precision == Precision::single_precision)
    return "terms of the objective are computed in double precision only; remove --precision single";
  if (kind <= traits.takes_terms) return kind == TermKind::any ? Declines{} : declines_contact(settings);
  if (kind <= TermKind::contact && traits.takes_terms == TermKind::quadratic_contact)
    return "it takes contact whose energy is quadratic; set contact.law to penalty, without friction";
  if (kind == TermKind::contact && traits.takes_terms == TermKind::quadratic_contact_with_friction)
    return "it takes contact whose energy is quadratic; set contact.law to penalty";
  return fmt::format(
      "it sees the objective by its elements, and the scene has terms without elements; take one of {}",
      fmt::join(takers_of([&](const SolverTraits& other) { return kind <= other.takes_terms; }), ", "));
}

Declines SolverEntry::declines_problem(const Potentials<double>& potentials, StepFormula formula,
                                       StepStart start, Index vertices,
                                       const SolverSettings& settings) const {
  if (formula == StepFormula::none && traits.evaluates_formulas)
    return "step.integrator is a minimisation, and has no formula to evaluate; take another solver";
  if (formula != StepFormula::none && !traits.evaluates_formulas)
    return "step.integrator is a formula, with nothing to minimise; the solver 'formula' evaluates it";
  if (!traits.takes_hard_constraints) {
    if (const Declines refused = refused_hard_constraints(potentials)) return refused;
  }
  if (!traits.takes_quadratic_tets) {
    if (const Declines refused = refused_elements(potentials)) return refused;
  }
  if (start != StepStart::inertial) {
    if (const Declines refused = declines_other_start(settings)) return refused;
  }
  const Declines size = declines_size(vertices, settings);
  return size ? size : declines(potentials, settings);
}

}  // namespace simbench

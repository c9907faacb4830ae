// Properties of a solver's method. Tests ask for these properties and know no solver by name.
#pragma once

#include "deformable/energy/term.h"

namespace simbench {

// A solver's class has `static constexpr SolverTraits traits`, unless the default values are right for it.
struct SolverTraits {
  // The matrix of its iterations stays the same during a step. Such a solver factorises and allocates nothing
  // in an iteration.
  bool has_constant_matrix = true;
  // It takes every law with its default settings. Otherwise it needs laws that are squared distances from a
  // manifold, such as strain.
  bool takes_every_law = true;
  // Its result depends on the stiffness and the time step.
  bool sees_stiffness = true;
  // It converges to the minimum of the objective, if the objective is convex.
  bool minimises = true;
  // An iteration does not enlarge differences, such as rounding errors. A full Gauss-Newton step may enlarge
  // them.
  bool is_stable = true;
  // Nothing guards its iterations: far from the minimum the objective may grow until the run ends as
  // diverged.
  bool may_diverge = false;
  // Every iterate has the linear momentum of the step.
  bool conserves_momentum = true;
  // It enforces hard constraints (Potential::is_hard), which have no energy.
  bool takes_hard_constraints = false;
  // It has no loops of its own over elements, which know only linear tets (visit.h), and uses what every
  // Potential has: values, gradients, Hessians and S.
  bool takes_quadratic_tets = false;
  // The terms of the objective that it takes. Any: it sees the objective only by its values, gradients and
  // Hessians, so that a term needs no elements (Term). Contact: it moves one vertex after the other
  // (TermAtVertices).
  TermKind takes_terms = TermKind::none;
  // It takes contact as one-sided constraints (Term::one_sided_constraints), and begins at q̃ also then.
  bool takes_contact_as_constraints = false;
  // `--solver all` contains it. This is false for methods that take many times longer than the others, and
  // for methods that diverge from usual starts.
  bool is_in_all = true;
  // It evaluates the formula of an integrator that has one (StepFormula), instead of minimising.
  bool evaluates_formulas = false;
};

}  // namespace simbench

#include "rigid/registry.h"

#include "rigid/single_precision.h"
#include "rigid/solvers/alm.h"
#include "rigid/solvers/avbd.h"
#include "rigid/solvers/direct.h"
#include "rigid/solvers/gauss_seidel.h"
#include "rigid/solvers/jacobi.h"
#include "rigid/solvers/sequential_impulses.h"

namespace simbench::rigid {

namespace {

template <class S, class InFloat>
SolverEntry entry_of() {
  return {registered_solver<Solver<double>, InSinglePrecision, S, InFloat>(),
          [](const Constraints<double>& constraints, const SolverSettings& settings) {
            return S::declines(constraints, dynamic_cast<const typename S::Settings&>(settings));
          }};
}

// What a solver's file offers: a class S with name, summary, Settings and declines(), or a template S<Real> of such.
template <template <class> class S>
SolverEntry entry() {
  return entry_of<S<double>, S<float>>();
}
// In double precision alone.
template <class S>
SolverEntry entry() {
  return entry_of<S, void>();
}

}  // namespace

const std::vector<SolverEntry>& solvers() {
  // A new solver: its file pair and one line here.
  static const std::vector<SolverEntry> registry = {
      entry<Gs>(),     entry<Jacobi>(), entry<Sor>(), entry<Xpbd>(),
      entry<Vbd>(),    entry<Avbd>(),   entry<Alm>(), entry<SequentialImpulses>(),
      entry<Direct>(),
  };
  return registry;
}

const SolverEntry* find_solver(std::string_view name) {
  return find_entry(solvers(), name);
}

}  // namespace simbench::rigid

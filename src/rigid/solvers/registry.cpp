#include "rigid/solvers/registry.h"

#include "rigid/solvers/alm.h"
#include "rigid/solvers/avbd.h"
#include "rigid/solvers/direct.h"
#include "rigid/solvers/gs.h"
#include "rigid/solvers/jacobi.h"
#include "rigid/solvers/sequential_impulses.h"
#include "rigid/solvers/soft_step.h"
#include "rigid/solvers/sor.h"
#include "rigid/solvers/tgs.h"
#include "rigid/solvers/vbd.h"
#include "rigid/solvers/xpbd.h"

namespace simbench::rigid {

namespace {

// The header of a solver defines a class S with name, summary, Settings and declines(). All compute in double
// precision only.
template <class S>
SolverEntry entry() {
  return {registered_solver<Solver, S>(), [](const Constraints& constraints, const SolverSettings& settings) {
            return S::declines(constraints, dynamic_cast<const typename S::Settings&>(settings));
          }};
}

}  // namespace

const std::vector<SolverEntry>& solvers() {
  // A new solver needs a file pair and one line here.
  static const std::vector<SolverEntry> registry = {
      entry<Gs>(),       entry<Jacobi>(), entry<Sor>(),    entry<Xpbd>(),
      entry<Vbd>(),      entry<Avbd>(),   entry<Alm>(),    entry<SequentialImpulses>(),
      entry<SoftStep>(), entry<Tgs>(),    entry<Direct>(),
  };
  return registry;
}

const SolverEntry* find_solver(std::string_view name) {
  return find_entry(solvers(), name);
}

}  // namespace simbench::rigid

#include "rigid/registry.h"

#include <algorithm>

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
  using Settings = typename S::Settings;
  return {named_solver<Settings>(S::name, S::summary),
          [](const Constraints<double>& constraints, const SolverSettings& settings,
             Precision precision) -> Declines {
            if (std::is_void_v<InFloat> && precision == Precision::single_precision)
              return "it computes in double precision alone; leave --precision single out";
            return S::declines(constraints, dynamic_cast<const Settings&>(settings));
          },
          [](const SolverSettings& settings, Precision precision) -> std::unique_ptr<Solver<double>> {
            const auto& own = dynamic_cast<const Settings&>(settings);
            if constexpr (!std::is_void_v<InFloat>) {
              if (precision == Precision::single_precision)
                return std::make_unique<InSinglePrecision>(std::make_unique<InFloat>(own));
            }
            return std::make_unique<S>(own);
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
  const auto found = std::ranges::find(solvers(), name, &SolverEntry::name);
  return found == solvers().end() ? nullptr : &*found;
}

}  // namespace simbench::rigid

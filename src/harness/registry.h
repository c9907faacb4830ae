// What the registries of all systems share. A registry makes a solver from its name, settings and precision.
#pragma once

#include <algorithm>
#include <memory>

#include "harness/solver_settings.h"

namespace simbench {

// `Solver` is the interface of the system's solvers in double precision.
template <class Solver>
struct RegisteredSolver : NamedSolver {
  bool has_single_precision;
  // The settings must be of the solver's own type. declines_precision() must accept the precision.
  std::unique_ptr<Solver> (*make)(const SolverSettings& settings, Precision precision);

  Declines declines_precision(Precision precision) const {
    if (has_single_precision || precision == Precision::double_precision) return {};
    return "it computes in double precision only; remove --precision single";
  }
};

// Makes the entry of a solver. `InDouble` has a name, a summary and Settings. `InFloat` is the same solver in
// float, or void if there is none. `Rounded` wraps `InFloat` as a `Solver`.
template <class Solver, class InDouble, class InFloat = void, class Rounded = void>
RegisteredSolver<Solver> registered_solver() {
  using Settings = typename InDouble::Settings;
  constexpr bool has_single_precision = !std::is_void_v<InFloat>;
  return {named_solver<Settings>(InDouble::name, InDouble::summary), has_single_precision,
          [](const SolverSettings& settings, Precision precision) -> std::unique_ptr<Solver> {
            const auto& own = dynamic_cast<const Settings&>(settings);
            if constexpr (has_single_precision) {
              if (precision == Precision::single_precision)
                return std::make_unique<Rounded>(std::make_unique<InFloat>(own));
            }
            return std::make_unique<InDouble>(own);
          }};
}

// The entry of that name; null if there is none.
template <class Entry>
const Entry* find_entry(const std::vector<Entry>& entries, std::string_view name) {
  const auto found = std::ranges::find(entries, name, &Entry::name);
  return found == entries.end() ? nullptr : &*found;
}

}  // namespace simbench

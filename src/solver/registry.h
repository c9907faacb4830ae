// All solvers by name, and their settings as a scene file gives them.
#pragma once

#include <array>
#include <map>

#include "solver/solver.h"

namespace simbench {

enum class Precision { double_precision, single_precision };
inline constexpr std::array<std::string_view, 2> precision_words = {"double", "single"};

// One solver of the program.
struct SolverEntry {
  std::string_view name;
  std::string_view summary;
  std::shared_ptr<SolverSettings> (*default_settings)();
  std::shared_ptr<SolverSettings> (*copy)(const SolverSettings& settings);
  // Why the solver cannot take these potentials under these settings; empty if it can.
  Declines (*declines)(const Potentials<double>& potentials, const SolverSettings& settings);
  // Why it cannot take so many vertices.
  Declines (*declines_size)(Index vertices, const SolverSettings& settings);
  bool evaluates_formulas;  // of integrators that have one (StepFormula), instead of minimising
  // The settings must be of the solver's own type. In single precision all of the solver's arithmetic is in
  // float.
  std::unique_ptr<Solver<double>> (*make)(const SolverSettings& settings, Precision precision);
};

// In the order of `simbench list solvers`.
const std::vector<SolverEntry>& solvers();
// nullptr if there is none of that name.
const SolverEntry* find_solver(std::string_view name);

// A solver with the settings that it runs with.
struct ConfiguredSolver {
  const SolverEntry* entry;
  std::shared_ptr<const SolverSettings> settings;

  std::string name() const { return std::string(entry->name); }
  // Also declines the formula of an integrator that the solver does not evaluate.
  Declines declines(const Potentials<double>& potentials, StepFormula formula, Index vertices) const;
  std::unique_ptr<Solver<double>> make(Precision precision) const {
    return entry->make(*settings, precision);
  }
  // The member "solvers" of a scene file, with these settings alone.
  void describe(config::Fields& fields) const;
};

// The member "solvers" of a scene file: settings of every solver. Copies share the settings, which never change: describe() reads
// into new ones.
class SolversSection {
 public:
  SolversSection();  // all defaults
  void describe(config::Fields& fields);
  // The solver of that name, which must exist, with these settings.
  ConfiguredSolver configured(std::string_view name) const;

 private:
  std::map<std::string, std::shared_ptr<SolverSettings>, std::less<>> settings_;
};

}  // namespace simbench

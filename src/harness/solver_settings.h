// Settings of solvers, whatever they move: what a scene file, a list or a schema needs to know of a solver.
#pragma once

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "config/fields.h"

namespace simbench {

// What the solver's own arithmetic is done in.
enum class Precision { double_precision, single_precision };
inline constexpr std::array<std::string_view, 2> precision_words = {"double", "single"};

// Why a solver cannot take a scene, in a sentence; empty if it can.
using Declines = std::optional<std::string>;

// Settings of a solver, as a scene gives them under "solvers".
struct SolverSettings {
  virtual ~SolverSettings() = default;
  virtual void describe(config::Fields& fields) = 0;
};

// A solver by its name, with what it can be set to.
struct NamedSolver {
  std::string_view name;
  std::string_view summary;
  std::shared_ptr<SolverSettings> (*default_settings)();
  std::shared_ptr<SolverSettings> (*copy)(const SolverSettings& settings);
};

// For a solver whose settings are of this type.
template <class Settings>
NamedSolver named_solver(std::string_view name, std::string_view summary) {
  return {name, summary, []() -> std::shared_ptr<SolverSettings> { return std::make_shared<Settings>(); },
          [](const SolverSettings& settings) -> std::shared_ptr<SolverSettings> {
            return std::make_shared<Settings>(dynamic_cast<const Settings&>(settings));
          }};
}

// The member "solvers" of a scene file: settings of every solver that goes with the scene. Copies share the settings, which never
// change: describe() reads into new ones.
class SolversSection {
 public:
  // With all defaults.
  template <class Entries>
  explicit SolversSection(const Entries& entries) : solvers_(entries.begin(), entries.end()) {
    for (const NamedSolver& solver : solvers_) settings_.emplace(solver.name, solver.default_settings());
  }
  const std::vector<NamedSolver>& all() const { return solvers_; }
  void describe(config::Fields& fields);
  // With the settings of one solver alone.
  void describe_only(config::Fields& fields, std::string_view solver);
  // Of the solver of that name, which must exist.
  const std::shared_ptr<const SolverSettings>& settings(std::string_view solver) const {
    return settings_.find(solver)->second;
  }
  void set(std::string_view solver, std::shared_ptr<const SolverSettings> settings) {
    settings_.find(solver)->second = std::move(settings);
  }

 private:
  void describe_one(config::Fields& members, const NamedSolver& solver);

  std::vector<NamedSolver> solvers_;
  std::map<std::string, std::shared_ptr<const SolverSettings>, std::less<>> settings_;
};

}  // namespace simbench

// Names and settings of solvers of any system, for scene files, lists and schemas.
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

// The floating-point numbers of the solver's own arithmetic.
enum class Precision { double_precision, single_precision };
inline constexpr std::array<std::string_view, 2> precision_words = {"double", "single"};

// A sentence that tells why a solver cannot take a scene. Empty if it can.
using Declines = std::optional<std::string>;

// Settings of a solver, as a scene gives them under "solvers".
struct SolverSettings {
  virtual ~SolverSettings() = default;
  virtual void describe(config::Fields& fields) = 0;
};

struct NamedSolver {
  std::string_view name;
  std::string_view summary;
  std::shared_ptr<SolverSettings> (*default_settings)();
  std::shared_ptr<SolverSettings> (*copy)(const SolverSettings& settings);
};

// Makes the entry of a solver with settings of type `Settings`.
template <class Settings>
NamedSolver named_solver(std::string_view name, std::string_view summary) {
  return {name, summary, []() -> std::shared_ptr<SolverSettings> { return std::make_shared<Settings>(); },
          [](const SolverSettings& settings) -> std::shared_ptr<SolverSettings> {
            return std::make_shared<Settings>(dynamic_cast<const Settings&>(settings));
          }};
}

// The member "solvers" of a scene file: the settings of all solvers of the scene's kind. Copies share the
// settings, which are immutable: describe() reads into new ones.
class SolversSection {
 public:
  // Gives all solvers their default settings.
  template <class Entries>
  explicit SolversSection(const Entries& entries) : solvers_(entries.begin(), entries.end()) {
    for (const NamedSolver& solver : solvers_) settings_.emplace(solver.name, solver.default_settings());
  }
  const std::vector<NamedSolver>& all() const { return solvers_; }
  void describe(config::Fields& fields);
  // Describes the settings of one solver only.
  void describe_only(config::Fields& fields, std::string_view solver);
  // The solver must exist.
  const std::shared_ptr<const SolverSettings>& settings(std::string_view solver) const {
    return settings_.find(solver)->second;
  }
  // Adds a solver; it replaces one of the same name. `solver`'s views must live as long as the section.
  void add(const NamedSolver& solver, std::shared_ptr<const SolverSettings> settings);
  void set(std::string_view solver, std::shared_ptr<const SolverSettings> settings) {
    settings_.find(solver)->second = std::move(settings);
  }

 private:
  void describe_one(config::Fields& members, const NamedSolver& solver);

  std::vector<NamedSolver> solvers_;
  std::map<std::string, std::shared_ptr<const SolverSettings>, std::less<>> settings_;
};

}  // namespace simbench

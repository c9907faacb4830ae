// Solvers that are not compiled into the program, such as those in Python. The harness treats them as all
// others: it makes, times and measures them, and its files record their settings.
#pragma once

#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "deformable/solvers/registry.h"
#include "harness/trial.h"

namespace simbench {

class ExternalSolver {
 public:
  virtual ~ExternalSolver() = default;

  std::string name;     // lower-case letters, digits and _
  std::string summary;  // a line
  // An object with the value of every setting. "source" and "source_sha256" are the file of the solver's code
  // and the hash of its text: the results depend on them.
  nlohmann::ordered_json settings = nlohmann::ordered_json::object();
  // Columns that only this solver reports. Their texts must live as long as this object.
  std::vector<Column> columns;

  virtual std::unique_ptr<Solver<double>> make(const nlohmann::ordered_json& settings) const = 0;
  // Why it cannot solve these potentials with these settings; empty if it can.
  virtual Declines declines(const Potentials<double>& /*potentials*/,
                            const nlohmann::ordered_json& /*settings*/) const {
    return {};
  }
};

struct ExternalSettings final : SolverSettings {
  std::shared_ptr<const ExternalSolver> solver;
  nlohmann::ordered_json values;

  explicit ExternalSettings(std::shared_ptr<const ExternalSolver> external)
      : solver(std::move(external)), values(solver->settings) {}
  // Refuses settings that the solver does not have, and another "source_sha256" than the solver's.
  void describe(config::Fields& fields) override;
};

// The solver's entry; its views point into `solver`. Its default settings are unknown: ExternalSettings has
// them.
SolverEntry entry_of(const ExternalSolver& solver);

// Scenes that are made later have this solver. It replaces a registered one of the same name. Throws Error
// (usage) if a solver of the program has the name.
void register_external_solver(std::shared_ptr<const ExternalSolver> solver);
const std::vector<std::shared_ptr<const ExternalSolver>>& external_solvers();

}  // namespace simbench

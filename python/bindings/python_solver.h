// A solver whose iterations are written in Python.
#pragma once

#include <nanobind/nanobind.h>

#include <deque>
#include <string>
#include <tuple>

#include "deformable/solvers/external.h"
#include "kept_object.h"

namespace simbench::python {

// What the harness knows of a Python solver. `make` is called with the settings, a JSON text, and returns the
// object that iterates. `declines` is called with the laws of the scene's potentials and the settings, and
// returns None, or a sentence.
class PythonSolver final : public ExternalSolver {
 public:
  using ColumnTexts = std::tuple<std::string, std::string, std::string>;  // name, unit, meaning

  PythonSolver(std::string solver_name, std::string solver_summary, const std::string& settings_json,
               const std::vector<ColumnTexts>& own_columns, nanobind::object make_object,
               nanobind::object declines_laws);

  std::unique_ptr<Solver<double>> make(const nlohmann::ordered_json& values) const override;
  Declines declines(const Potentials<double>& potentials,
                    const nlohmann::ordered_json& values) const override;

 private:
  std::deque<ColumnTexts> texts_;  // of `columns`
  KeptObject make_;
  KeptObject declines_;
};

void bind_python_solver(nanobind::module_& module);

}  // namespace simbench::python

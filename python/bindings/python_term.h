// A term of the objective that is written in Python.
#pragma once

#include <nanobind/nanobind.h>

#include <deque>
#include <string>
#include <tuple>

#include "deformable/scene/external_term.h"
#include "kept_object.h"

namespace simbench::python {

// What the harness knows of a Python term. `at_step` is called with the settings, a JSON text, and the
// problem of a step without its terms, and returns the object that evaluates the term of that step.
class PythonTerm final : public ExternalTerm {
 public:
  using ColumnTexts = std::tuple<std::string, std::string, std::string>;  // name, unit, meaning

  PythonTerm(std::string term_name, std::string term_summary, const std::string& settings_json,
             const std::vector<ColumnTexts>& own_columns, nanobind::object at_step);

  std::shared_ptr<const Term<double>> at_step(const IncrementalPotential<double>& problem,
                                              const nlohmann::ordered_json& values) const override;

 private:
  std::deque<ColumnTexts> texts_;  // of `columns`
  KeptObject at_step_;
};

void bind_python_term(nanobind::module_& module);

}  // namespace simbench::python

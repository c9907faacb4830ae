#include "python_solver.h"

#include <fmt/format.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "arrays.h"
#include "deformable/trial/metrics.h"
#include "problem.h"
#include "solver_call.h"
#include "texts.h"

namespace simbench::python {

namespace {

// The Python class simbench.Converged, which ends a run in success.
nb::object converged_class() {
  return nb::module_::import_("simbench.solver").attr("Converged");
}

// Calls the methods of a Python object, and copies its positions after each call.
class Iterating final : public Solver<double> {
 public:
  Iterating(nb::object object, const std::vector<Column>& columns, std::string name)
      : object_(std::move(object)), columns_(columns), name_(std::move(name)) {}

  std::optional<Failure> begin_step(const IncrementalPotential<double>& step) override {
    const nb::gil_scoped_acquire locked;
    vertices_ = step.vertex_count();
    call_solver(name_, true, [&] {
      object_.get().attr("begin_step")(Problem{step});
      read_positions();
    });
    return {};
  }

  IterationReport iterate() override {
    const nb::gil_scoped_acquire locked;
    return call_solver(name_, true, [&] { return iterate_once(); });
  }

  const Positions<double>& positions() const override { return positions_; }
  std::span<const Column> own_columns() const override { return columns_; }

 private:
  IterationReport iterate_once() {
    nb::object returned;
    try {
      returned = object_.get().attr("iterate")();
    } catch (nb::python_error& error) {
      if (!error.matches(converged_class())) throw;
      return {.stop = Failure{Status::converged, text_of(error.value())}};
    }
    read_positions();
    return report_of(returned);
  }

  void read_positions() {
    const std::string name = name_ + ".positions";
    positions_ = positions_from(object_.get().attr("positions"), vertices_, name.c_str());
  }

  IterationReport report_of(const nb::object& returned) const {
    IterationReport report;
    if (returned.is_none()) return report;
    if (!nb::isinstance<nb::dict>(returned))
      throw nb::type_error(
          fmt::format("{}.iterate: expected None, or a dict with values of columns; found {}", name_,
                      text_of(nb::type_name(returned.type())))
              .c_str());
    for (const auto& [key, value] : nb::cast<nb::dict>(returned)) {
      const auto column = std::ranges::find(columns_, text_of(key), &Column::name);
      if (column == columns_.end())
        throw nb::value_error(
            fmt::format("{0}.iterate: '{1}' is no column of this solver; {0}.columns declares them", name_,
                        text_of(key))
                .c_str());
      double number = 0;
      if (!nb::try_cast<double>(value, number))
        throw nb::type_error(fmt::format("{}.iterate: expected a number for the column '{}'; found {}", name_,
                                         column->name, text_of(nb::type_name(value.type())))
                                 .c_str());
      report.diagnostics.set(column->name, number);
    }
    return report;
  }

  KeptObject object_;
  const std::vector<Column>& columns_;
  std::string name_;
  Index vertices_ = 0;
  Positions<double> positions_;
};

}  // namespace

PythonSolver::PythonSolver(std::string solver_name, std::string solver_summary,
                           const std::string& settings_json, const std::vector<ColumnTexts>& own_columns,
                           nb::object make_object, nb::object declines_laws)
    : texts_(own_columns.begin(), own_columns.end()),
      make_(std::move(make_object)),
      declines_(std::move(declines_laws)) {
  name = std::move(solver_name);
  summary = std::move(solver_summary);
  settings = nlohmann::ordered_json::parse(settings_json);
  for (const auto& [column, unit, meaning] : texts_) columns.push_back({column, unit, meaning});
  for (const Column& column : columns) {
    const auto& others = metric_columns().list;
    constexpr std::array<std::string_view, 4> keys_and_times = {"step", "iteration", "iteration_seconds",
                                                                "elapsed_seconds"};
    if (std::ranges::find(keys_and_times, column.name) != keys_and_times.end() ||
        std::ranges::find(others, column.name, &Column::name) != others.end())
      throw nb::value_error(
          fmt::format("{}.columns: every run has a column '{}'; choose another name", name, column.name)
              .c_str());
  }
  if (columns.size() > Diagnostics::capacity)
    throw nb::value_error(fmt::format("{}.columns: expected at most {} columns; found {}", name,
                                      Diagnostics::capacity, columns.size())
                              .c_str());
}

std::unique_ptr<Solver<double>> PythonSolver::make(const nlohmann::ordered_json& values) const {
  const nb::gil_scoped_acquire locked;
  return call_solver(name, true,
                     [&] { return std::make_unique<Iterating>(make_.get()(values.dump()), columns, name); });
}

Declines PythonSolver::declines(const Potentials<double>& potentials,
                                const nlohmann::ordered_json& values) const {
  const nb::gil_scoped_acquire locked;
  nb::list laws;
  for (const auto& potential : potentials) laws.append(std::string(potential->law()));
  return call_solver(name, false, [&]() -> Declines {
    const nb::object reason = declines_.get()(laws, values.dump());
    if (reason.is_none()) return {};
    return text_of(reason);
  });
}

void bind_python_solver(nb::module_& module) {
  nb::class_<PythonSolver>(module, "PythonSolver", "A Python solver as the harness sees it.")
      .def(nb::init<std::string, std::string, const std::string&,
                    const std::vector<PythonSolver::ColumnTexts>&, nb::object, nb::object>(),
           nb::arg("name"), nb::arg("summary"), nb::arg("settings_json"), nb::arg("columns"), nb::arg("make"),
           nb::arg("declines"))
      .def_prop_ro("name", [](const PythonSolver& solver) { return solver.name; });
}

}  // namespace simbench::python

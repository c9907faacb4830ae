#include "python_term.h"

#include <fmt/format.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "arrays.h"
#include "problem.h"
#include "solver_call.h"
#include "texts.h"

namespace simbench::python {

namespace {

// Calls the methods of a Python object. Holds Python's lock during each call.
class StepTerm final : public Term<double> {
  template <class Call>
  auto call(const Call& function) const {
    const nb::gil_scoped_acquire locked;
    return call_solver(name_, true, function);
  }

 public:
  // `columns`: those that the object measures.
  StepTerm(nb::object object, std::string name, std::span<const TermColumn> columns)
      : object_(std::move(object)), name_(std::move(name)), columns_(columns) {}

  std::string_view name() const override { return name_; }

  double value(const Positions<double>& q) const override {
    return call([&] { return number_of("value", object_.get().attr("value")(array_of(q))); });
  }

  double add_gradient(const Positions<double>& q, Positions<double>& gradient) const override {
    const double energy = value(q);
    if (!std::isfinite(energy)) return energy;
    call([&] {
      gradient += positions_from(object_.get().attr("gradient")(array_of(q)), q.cols(),
                                 (name_ + ".gradient").c_str());
    });
    return energy;
  }

  void append_hessian(const Positions<double>& q, Definiteness definiteness,
                      std::vector<HessianBlock<double>>& blocks) const override {
    const Eigen::SparseMatrix<double> matrix = call([&] {
      return matrix_from(object_.get().attr("hessian")(array_of(q), definiteness != Definiteness::exact),
                         q.size());
    });
    for (int column = 0; column < q.cols(); ++column) append_column(matrix, column, blocks);
  }

  double largest_step(const Positions<double>& q, const Positions<double>& step) const override {
    const double part = call([&] {
      return number_of("largest_step", object_.get().attr("largest_step")(array_of(q), array_of(step)));
    });
    if (!(part > 0))
      throw Error(ExitCode::check_failed,
                  fmt::format("{}.largest_step: expected a number above 0; found {}", name_, part));
    return std::min(part, 1.0);
  }

  void measure(const Positions<double>& q, std::span<double> numbers) const override {
    if (columns_.empty()) return;
    call([&] {
      const nb::object returned = object_.get().attr("measure")(array_of(q));
      if (!nb::isinstance<nb::dict>(returned))
        throw nb::type_error(fmt::format("{}.measure: expected a dict of numbers by column", name_).c_str());
      const auto values = nb::cast<nb::dict>(returned);
      for (std::size_t i = 0; i < columns_.size(); ++i) {
        const nb::str key(columns_[i].name.data(), columns_[i].name.size());
        numbers[i] = values.contains(key) ? number_of("measure", values[key])
                                          : std::numeric_limits<double>::quiet_NaN();
      }
    });
  }

 private:
  double number_of(const char* method, const nb::object& returned) const {
    double number = 0;
    if (!nb::try_cast<double>(returned, number))
      throw nb::type_error(fmt::format("{}.{}: expected a number; found {}", name_, method,
                                       text_of(nb::type_name(returned.type())))
                               .c_str());
    return number;
  }

  // The blocks of three columns of the matrix, on and below the diagonal.
  static void append_column(const Eigen::SparseMatrix<double>& matrix, int column,
                            std::vector<HessianBlock<double>>& blocks) {
    std::map<int, Matrix3<double>> values;  // by row
    for (int component = 0; component < 3; ++component) {
      for (Eigen::SparseMatrix<double>::InnerIterator entry(matrix, 3 * column + component); entry; ++entry) {
        const auto [row, is_new] =
            values.try_emplace(static_cast<int>(entry.row() / 3), Matrix3<double>::Zero());
        row->second(entry.row() % 3, component) = entry.value();
      }
    }
    for (const auto& [row, value] : values) {
      if (row >= column) blocks.push_back({row, column, value});
    }
  }

  KeptObject object_;
  std::string name_;
  std::span<const TermColumn> columns_;
};

}  // namespace

PythonTerm::PythonTerm(std::string term_name, std::string term_summary, const std::string& settings_json,
                       const std::vector<ColumnTexts>& own_columns, nb::object at_step)
    : at_step_(std::move(at_step)) {
  name = std::move(term_name);
  summary = std::move(term_summary);
  settings = nlohmann::ordered_json::parse(settings_json);
  texts_.emplace_back(name + "_energy", "J", "energy of the term " + name + ", a part of constraint");
  texts_.insert(texts_.end(), own_columns.begin(), own_columns.end());
  for (const auto& [column, unit, meaning] : texts_) columns.push_back({column, unit, meaning});
}

std::shared_ptr<const Term<double>> PythonTerm::at_step(const IncrementalPotential<double>& problem,
                                                        const nlohmann::ordered_json& values) const {
  const nb::gil_scoped_acquire locked;
  return call_solver(name, true, [&] {
    return std::make_shared<StepTerm>(at_step_.get()(values.dump(), Problem{problem}), name,
                                      std::span(columns).subspan(1));
  });
}

void bind_python_term(nb::module_& module) {
  nb::class_<PythonTerm>(module, "PythonTerm", "A Python term as the harness sees it.")
      .def(nb::init<std::string, std::string, const std::string&, const std::vector<PythonTerm::ColumnTexts>&,
                    nb::object>(),
           nb::arg("name"), nb::arg("summary"), nb::arg("settings_json"), nb::arg("columns"),
           nb::arg("at_step"))
      .def_prop_ro("name", [](const PythonTerm& term) { return term.name; })
      .def_prop_ro("settings_json", [](const PythonTerm& term) { return term.settings.dump(); });
  module.def(
      "register_term", [](std::shared_ptr<PythonTerm> term) { register_external_term(std::move(term)); },
      nb::arg("term"));
}

}  // namespace simbench::python

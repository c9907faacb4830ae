#include "sweep/plan_form.h"

#include "base/nearest_name.h"
#include "config/reader.h"
#include "config/schema.h"
#include "sweep/plan.h"

namespace simbench {

using nlohmann::ordered_json;

void AxisForm::describe(config::Fields& fields) {
  fields.text("path", path,
              {.doc = "member of the scene by its dotted path, a setting of a solver "
                      "(solvers.admm.weight_factor, which applies to that solver only), or precision",
               .required = true,
               .example = "material.stiffness"});
  fields.values("values", values,
                {.doc = "the values of the member, one after the other", .example = "[1e5, 1e6]"});
  fields.optional_object(
      "range", has_range,
      [&](config::Fields& members) {
        members.number(
            "from", from,
            {.doc = "the first number", .range = config::positive, .required = true, .example = "1e5"});
        members.number("to", to,
                       {.doc = "the last number; it may be smaller than the first",
                        .range = config::positive,
                        .required = true,
                        .example = "1e8"});
        members.integer("count", count,
                        {.doc = "how many numbers, both ends included",
                         .minimum = 1,
                         .maximum = 100000,
                         .required = true,
                         .example = "4"});
      },
      {.doc = "instead of values: numbers evenly spaced by their logarithms"});
}

void OverrideForm::describe(config::Fields& fields) {
  fields.object(
      "where", [&](config::Fields& members) { members.any_members(where); },
      {.doc = "condition that selects the runs", .required = true, .example = R"({"solver": "newton"})"});
  fields.object("set", [&](config::Fields& members) { members.any_members(set); },
                {.doc = "values for these runs, by path; a member that an axis sets is not allowed",
                 .required = true,
                 .example = R"({"step.iterations": 30})"});
}

void PlanForm::describe(config::Fields& fields) {
  fields.text("description", description,
              {.doc = "what the sweep is for; changes no run", .example = "Stiffness against time step"});
  fields.text(
      "scene", scene,
      {.doc = "path of a scene file, from the folder of the plan or the current folder; or the name of a "
              "scene (simbench list scenes)",
       .required = true,
       .example = "smoke.json"});
  fields.object("set", [&](config::Fields& members) { members.any_members(set); },
                {.doc = "values for all runs, by path as in --set; a member that an axis sets is not allowed",
                 .example = R"({"step.iterations": 500})"});
  config::list(fields, "axes", axes,
               {.doc = "what varies; [] for one run per solver",
                .required = true,
                .example = R"([{"path": "step.time_step", "values": [1e-2, 2e-2]}])"});
  fields.words(
      "solvers", solvers, solver_names(),
      {.doc = "which solvers run at each combination", .required = true, .example = R"(["qn", "admm"])"});
  fields.list(
      "exclude", exclude.size(), [&](std::size_t size) { exclude.resize(size, ordered_json::object()); },
      [&](std::size_t i, config::Fields& members) { members.any_members(exclude[i]); },
      {.doc = "conditions; a combination that meets one of them is left out",
       .example = R"([{"solver": "xpbd", "step.time_step": 2e-2}])"});
  config::list(fields, "overrides", overrides, {.doc = "changes for some of the runs"});
  fields.boolean("collapse", collapse, {.doc = "runs of equal problems are computed once (docs/sweeps.md)"});
  config::object(fields, "options", options,
                 {.doc = "options of each run, as in a manifest (docs/output.md)"});
}

std::string plan_description(const config::Document& plan) {
  PlanForm form;
  config::read(plan, [&](config::Fields& fields) { form.describe(fields); });
  return form.description;
}

ordered_json plan_schema() {
  PlanForm form;
  return config::schema([&](config::Fields& fields) { form.describe(fields); });
}

}  // namespace simbench

#include "deformable/solvers/line_search/line_search.h"

#include <array>

namespace simbench {

void LineSearchSettings::describe_search(config::Fields& fields) {
  describe_line_search(fields);
  describe_step_filter(fields);
}

void LineSearchSettings::describe_line_search(config::Fields& fields) {
  static constexpr std::array<std::string_view, 3> searches = {"backtracking", "none", "strong_wolfe"};
  static constexpr config::Range part = {
      .minimum = 0, .maximum = 1, .minimum_open = true, .maximum_open = true};
  config::choice(
      fields, "line_search", line_search, searches,
      {.doc = "rule for the length of a step; none: the first length, even if the objective rises"});
  fields.unused(line_search == LineSearch::none, {"c1"}, "line_search",
                "without a line search, nothing tests it");
  fields.unused(line_search != LineSearch::strong_wolfe, {"c2"}, "line_search", "only strong_wolfe has it");
  fields.unused(line_search != LineSearch::backtracking, {"beta"}, "line_search", "only backtracking has it");
  fields.optional_number(
      "c1", c1,
      {.doc = "smallest decrease of f, as a part of the slope (default 0.3 for backtracking, 1e-4 for "
              "strong_wolfe)",
       .range = part,
       .example = "1e-4"});
  fields.number(
      "c2", c2,
      {.doc = "largest slope that strong_wolfe accepts, as a part of the slope at the start", .range = part});
  fields.number("beta", beta, {.doc = "factor by which backtracking shortens a step", .range = part});
  fields.number("gradient_tolerance", gradient_tolerance,
                {.unit = "N",
                 .doc = "the solver has converged if |df/dq| is at most this",
                 .range = config::non_negative});
  fields.require(line_search != LineSearch::strong_wolfe || c1.value_or(strong_wolfe_c1) < c2, "c2",
                 "strong_wolfe needs c1 < c2; otherwise no step may meet both conditions");
}

void LineSearchSettings::describe_step_filter(config::Fields& fields) {
  static constexpr std::array<std::string_view, 3> filters = {"ccd", "offset", "planes"};
  config::choice(fields, "step_filter", step_filter, filters,
                 {.doc = "how contact shortens a step so that surfaces do not touch: the whole step by "
                         "continuous collision detection, or the step of each vertex, by the distance of its "
                         "nearest pair or by planes between the primitives of each pair"});
}

}  // namespace simbench

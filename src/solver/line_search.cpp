#include "solver/line_search.h"

#include <array>

namespace simbench {

void LineSearchSettings::describe_search(config::Fields& fields) {
  static constexpr std::array<std::string_view, 3> searches = {"backtracking", "none", "strong_wolfe"};
  static constexpr config::Range part = {
      .minimum = 0, .maximum = 1, .minimum_open = true, .maximum_open = true};
  config::choice(fields, "line_search", line_search, searches,
                 {.doc = "how long a step is; none: as long as its direction, even if the objective rises"});
  fields.optional_number(
      "c1", c1,
      {.doc = "part of the slope by which f is to fall at least (0.3 of backtracking, 1e-4 of "
              "strong_wolfe)",
       .range = part,
       .example = "1e-4"});
  fields.number("c2", c2, {.doc = "part of the slope that strong_wolfe leaves at most", .range = part});
  fields.number("beta", beta, {.doc = "by which backtracking shortens a step", .range = part});
  fields.number(
      "gradient_tolerance", gradient_tolerance,
      {.unit = "N", .doc = "converged where |df/dq| is at most this", .range = config::non_negative});
  fields.require(line_search != LineSearch::strong_wolfe || c1.value_or(strong_wolfe_c1) < c2, "c2",
                 "strong_wolfe needs c1 < c2, or no step need meet both conditions");
}

}  // namespace simbench

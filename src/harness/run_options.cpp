#include "harness/run_options.h"

namespace simbench {

namespace {

constexpr std::array<std::string_view, 3> reference_words = {"newton", "best", "none"};
constexpr std::array<std::string_view, 2> trajectory_words = {"own", "newton"};

void describe_reference(config::Fields& fields, ReferenceKind& kind, double& number) {
  std::optional<double> given;
  if (kind == ReferenceKind::number) given = number;
  if (given) kind = ReferenceKind::newton;  // `number` has no word
  config::number_or_choice(fields, "reference", given, kind, reference_words,
                           {.unit = "J",
                            .doc = "f* of the relative error: newton, best (the lowest recorded value of the "
                                   "solvers of one command), "
                                   "none, or a number",
                            .example = "newton"});
  number = given.value_or(0);
  if (given) kind = ReferenceKind::number;
}

}  // namespace

void RunOptions::describe(config::Fields& fields) {
  config::choice(fields, "precision", precision, precision_words,
                 {.doc = "double, or single: all of the solver's arithmetic in float"});
  fields.integer(
      "record_every", record_every,
      {.doc = "iterations between two rows of iterations.csv", .minimum = 1, .maximum = 1000000000});
  fields.integer("snapshot_every", snapshot_every,
                 {.doc = "iterations between two .vtu files; 0: none, -1: the last iterate",
                  .minimum = -1,
                  .maximum = 1000000000});
  fields.integer("state_every", state_every,
                 {.doc = "steps between two states of rigid bodies and joints in bodies.csv and joints.csv; "
                         "0: none",
                  .minimum = 0,
                  .maximum = 1000000000});
  fields.integer(
      "checkpoint_every", checkpoint_every,
      {.doc = "steps between two checkpoints, checkpoint_SSSSSS.json, from which another run can begin "
              "(--start-from); 0: none",
       .minimum = 0,
       .maximum = 1000000000});
  describe_reference(fields, reference, reference_number);
  config::choice(
      fields, "trajectory", trajectory, trajectory_words,
      {.doc = "where later time steps begin: own (the end of the solver's previous step) or newton (the "
              "minimum of the previous step, the same for all solvers)"});
  fields.optional_number(
      "until_relative_error", until_relative_error,
      {.doc = "stop a solver at the first iterate, recorded or not, whose relative error is at most this",
       .range = config::positive,
       .example = "1e-6"});
  fields.optional_number("max_seconds", max_seconds,
                         {.unit = "s",
                          .doc = "stop a solver after this time in iterations",
                          .range = config::positive,
                          .example = "60"});
  fields.optional_number(
      "max_wall_seconds", max_wall_seconds,
      {.unit = "s",
       .doc = "stop a solver after this wall-clock time, which includes the preparation of the start "
              "state and the search for the reference minimum",
       .range = config::positive,
       .example = "600"});
}

}  // namespace simbench

// Options of the commands that run nothing.
#include <memory>

#include "simbench/commands.h"
#include "simbench/option_checks.h"
#include "simbench/options.h"

namespace simbench {

namespace {

constexpr const char* list_examples = R"(
Examples:
  simbench list solvers
  simbench list scenes
  simbench list plans
  simbench list solvers --json
)";

constexpr const char* new_scene_examples = R"(
Examples:
  simbench new-scene my_scene
  simbench new-scene scenes/cantilever.json
)";

constexpr const char* check_examples = R"(
Examples:
  simbench check beam_untwist
  simbench check smoke --set step.time_step=1e-1
  simbench check smoke --derivatives
  simbench check smoke --json
)";

constexpr const char* compare_examples = R"(
Examples:
  simbench compare runs/untwist/qn rerun/qn
  simbench compare runs/untwist runs/again --tolerance 1e-9
  simbench compare runs/untwist runs/again --json
)";

constexpr const char* schema_examples = R"(
Examples:
  simbench schema
  simbench schema --plan
)";

void add_json(CLI::App& command, bool& json) {
  command.add_flag("--json", json, "print JSON, for other programs (docs/json.md)");
}

}  // namespace

void add_list(CLI::App& app, Action& action) {
  const auto what = std::make_shared<std::string>();
  const auto json = std::make_shared<bool>(false);
  CLI::App* list = app.add_subcommand("list",
                                      "what there is: solvers, materials, potentials, integrators, metrics, "
                                      "scenes, plans, statuses or exit_codes");
  list->footer(list_examples);
  expect_one_of(
      list->add_option(
              "what", *what,
              "solvers, materials, potentials, integrators, metrics, scenes, plans, statuses or exit_codes")
          ->required(),
      listable());
  add_json(*list, *json);
  list->callback([=, &action] { action = [=] { return list_command(*what, *json); }; });
}

void add_new_scene(CLI::App& app, Action& action) {
  const auto name = std::make_shared<std::string>();
  CLI::App* start =
      app.add_subcommand("new-scene", "writes a scene with every section, as a start of your own");
  start->footer(new_scene_examples);
  expect_text(start
                  ->add_option("name", *name,
                               "file to write, with or without .json; one that is there is never replaced")
                  ->required());
  start->callback([=, &action] { action = [=] { return new_scene_command(*name); }; });
}

void add_check(CLI::App& app, Action& action) {
  const auto given = std::make_shared<CheckArguments>();
  CLI::App* check =
      app.add_subcommand("check", "validates a scene without running it, and says what is in it");
  check->footer(check_examples);
  check
      ->add_option("file", given->scene,
                   "scene file, or its name: here, in ./scenes, or in the program's scenes")
      ->required();
  check->add_option("--set", given->overrides, "overrides a value of the scene (repeatable)")
      ->allow_extra_args(false);
  check->add_flag("--derivatives", given->derivatives,
                  "test gradients and Hessians of the scene's own energies");
  add_json(*check, given->json);
  check->callback([=, &action] { action = [=] { return check_command(*given); }; });
}

void add_compare(CLI::App& app, Action& action) {
  const auto given = std::make_shared<CompareArguments>();
  CLI::App* compare =
      app.add_subcommand("compare", "names the first iteration and column in which two runs differ");
  compare->footer(compare_examples);
  compare->add_option("a", given->a, "a run's folder, or a folder of runs")->required();
  compare->add_option("b", given->b, "the other one")->required();
  expect_tolerance(
      compare
          ->add_option("--tolerance", given->tolerance,
                       "numbers whose difference, relative to the larger, is no greater count as "
                       "the same; 0: the text must be the same")
          ->capture_default_str());
  add_json(*compare, given->json);
  compare->callback([=, &action] { action = [=] { return compare_command(*given); }; });
}

void add_schema(CLI::App& app, Action& action) {
  const auto plan = std::make_shared<bool>(false);
  CLI::App* schema = app.add_subcommand("schema", "prints the JSON Schema of scenes, or of plans");
  schema->footer(schema_examples);
  schema->add_flag("--plan", *plan, "the schema of plans of a sweep");
  schema->callback([=, &action] { action = [=] { return schema_command(*plan); }; });
}

}  // namespace simbench

// Options of the commands that run nothing.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "simbench/commands.h"
#include "simbench/option_checks.h"
#include "simbench/options.h"

namespace simbench {

void add_list(CLI::App& app, Action& action) {
  struct Arguments {
    std::string what;
    bool json = false;
  };
  const std::string words = fmt::format("{}", fmt::join(listable(), ", "));
  const auto [list, given] = add_command<Arguments>(
      app, action, "list", "what there is: " + words,
      "  simbench list solvers\n"
      "  simbench list scenes\n"
      "  simbench list plans\n"
      "  simbench list solvers --json\n",
      [](const Arguments& arguments) { return list_command(arguments.what, arguments.json); });
  expect_one_of(list->add_option("what", given->what, "what to list")->required(), listable());
  add_json(*list, given->json);
}

void add_new_scene(CLI::App& app, Action& action) {
  const auto [start, name] = add_command<std::string>(
      app, action, "new-scene", "writes a scene with every section, as a start of your own",
      "  simbench new-scene my_scene\n"
      "  simbench new-scene scenes/cantilever.json\n",
      new_scene_command);
  expect_text(start
                  ->add_option("name", *name,
                               "file to write, with or without .json; one that is there is never replaced")
                  ->required());
}

void add_check(CLI::App& app, Action& action) {
  const auto [check, given] = add_command<CheckArguments>(
      app, action, "check", "validates a scene without running it, and says what is in it",
      "  simbench check beam_untwist\n"
      "  simbench check smoke --set step.time_step=1e-1\n"
      "  simbench check smoke --derivatives\n"
      "  simbench check smoke --json\n",
      check_command);
  add_scene(*check, "file", given->scene, given->overrides);
  check->add_flag("--derivatives", given->derivatives,
                  "test gradients and Hessians of the scene's own energies");
  add_json(*check, given->json);
}

void add_compare(CLI::App& app, Action& action) {
  const auto [compare, given] = add_command<CompareArguments>(
      app, action, "compare", "names the first iteration and column in which two runs differ",
      "  simbench compare runs/untwist/qn rerun/qn\n"
      "  simbench compare runs/untwist runs/again --tolerance 1e-9\n"
      "  simbench compare runs/untwist runs/again --json\n",
      compare_command);
  compare->add_option("a", given->a, "a run's folder, or a folder of runs")->required();
  compare->add_option("b", given->b, "the other one")->required();
  expect_tolerance(
      compare
          ->add_option("--tolerance", given->tolerance,
                       "numbers whose difference, relative to the larger, is no greater count as "
                       "the same; 0: the text must be the same")
          ->capture_default_str());
  add_json(*compare, given->json);
}

void add_schema(CLI::App& app, Action& action) {
  const auto [schema, given] =
      add_command<SchemaArguments>(app, action, "schema", "prints the JSON Schema of scenes, or of plans",
                                   "  simbench schema\n"
                                   "  simbench schema --rigid\n"
                                   "  simbench schema --plan\n",
                                   schema_command);
  CLI::Option* rigid = schema->add_flag("--rigid", given->rigid, "the schema of scenes of rigid bodies");
  schema->add_flag("--plan", given->plan, "the schema of plans of a sweep")->excludes(rigid);
}

}  // namespace simbench

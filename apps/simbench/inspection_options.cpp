// Options of the commands that inspect scenes and results, and of new-scene and list.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "simbench/commands.h"
#include "simbench/option_checks.h"
#include "simbench/options.h"

namespace simbench {

namespace {

// Adds a flag for each kind of scene except the first, which is the default.
std::vector<CLI::Option*> add_kinds(CLI::App& command, std::string_view& kind, const std::string& what) {
  std::vector<CLI::Option*> flags;
  kind = scene_kinds().front().name;
  for (const SceneKind& other : scene_kinds()) {
    if (other.name == scene_kinds().front().name) continue;
    flags.push_back(command.add_flag_callback(
        fmt::format("--{}", other.name), [&kind, name = other.name] { kind = name; },
        fmt::format("{} of kind {}: {}", what, other.name, other.summary)));
  }
  return flags;
}

}  // namespace

void add_list(CLI::App& app, Action& action) {
  const std::string words = fmt::format("{}", fmt::join(listable(), ", "));
  const auto [list, given] = add_command<ListArguments>(app, action, "list", "lists one of: " + words,
                                                        "  simbench list solvers\n"
                                                        "  simbench list solvers xpbd\n"
                                                        "  simbench list scenes\n"
                                                        "  simbench list plans\n"
                                                        "  simbench list solvers --json\n",
                                                        list_command);
  expect_one_of(list->add_option("what", given->what, "what to list (without it: the lists)"), listable());
  expect_text(list->add_option("name", given->name, "one entry of the list, with all that it has"));
  add_json(*list, given->json);
}

void add_new_scene(CLI::App& app, Action& action) {
  const auto [start, given] =
      add_command<NewSceneArguments>(app, action, "new-scene", "writes a scene to start from",
                                     "  simbench new-scene my_scene\n"
                                     "  simbench new-scene my_chain --rigid\n"
                                     "  simbench new-scene my_body --mesh body.vtk --scale 1e-3\n"
                                     "  simbench new-scene my_body --mesh body.vtk --experiment twist\n"
                                     "  simbench new-scene my_movie --frames 120\n"
                                     "  simbench new-scene scenes/deformable/cantilever.json\n",
                                     new_scene_command);
  CLI::Option* mesh = expect_text(start->add_option(
      "--mesh", given->mesh, "a body from this file, in any format that simbench convert reads"));
  for (CLI::Option* kind : add_kinds(*start, given->kind, "a scene")) kind->excludes(mesh);
  expect_text(start->add_option("--scale", given->scale,
                                "factor for the coordinates of the mesh; 1e-3 for millimetres"))
      ->type_name("FLOAT")
      ->needs(mesh);
  expect_text(start->add_option("--experiment", given->experiment,
                                "what the mesh does: release, sag, twist, pull or drop (default: release)"))
      ->needs(mesh);
  expect_integer(start->add_option("--frames", given->frames, "number of time steps, for a movie of them"), 1,
                 1'000'000);
  expect_text(start
                  ->add_option("name", given->name,
                               "file to write, with or without .json; an existing file is never replaced")
                  ->required());
}

void add_check(CLI::App& app, Action& action) {
  const auto [check, given] = add_command<CheckArguments>(
      app, action, "check", "validates a scene without running it, and describes it",
      "  simbench check beam_untwist\n"
      "  simbench check smoke --set step.time_step=1e-1\n"
      "  simbench check smoke --derivatives\n"
      "  simbench check smoke --json\n",
      check_command);
  add_scene(*check, "file", given->scene, given->overrides);
  add_terms(*check, given->terms);
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
  compare->add_option("b", given->b, "the other run or folder of runs")->required();
  expect_tolerance(
      compare
          ->add_option("--tolerance", given->tolerance,
                       "largest relative difference of two numbers that count as the same; 0: the texts must "
                       "be the same")
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
  CLI::Option* plan = schema->add_flag("--plan", given->plan, "the schema of plans");
  for (CLI::Option* kind : add_kinds(*schema, given->kind, "the schema of scenes")) plan->excludes(kind);
}

}  // namespace simbench

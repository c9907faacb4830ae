// Commands that simbench's Python package executes. Their options are also declared here, so that --help
// shows them.
#include "simbench/option_checks.h"
#include "simbench/options.h"
#include "simbench/python_program.h"

namespace simbench {

namespace {

// The arguments for the Python program: options first, then "--" and the positional arguments.
std::vector<std::string> words_of(const CLI::App& command) {
  std::vector<std::string> words, others = {"--"};
  for (const CLI::Option* option : command.get_options()) {
    if (option->count() == 0) continue;
    const bool is_flag = option->get_items_expected_max() == 0;
    std::vector<std::string>& place = option->get_positional() ? others : words;
    if (!option->get_positional()) words.push_back(option->get_name());
    if (!is_flag) place.insert(place.end(), option->results().begin(), option->results().end());
  }
  words.insert(words.end(), others.begin(), others.end());
  return words;
}

}  // namespace

CLI::App* add_python_command(CLI::App& app, Action& action, const std::string& name,
                             const std::string& description, const std::string& examples) {
  CLI::App* added = app.add_subcommand(name, description);
  added->footer("\nExamples:\n" + examples);
  added->callback(
      [=, &action] { action = [=]() -> ExitCode { become_python_program(name, words_of(*added)); }; });
  return added;
}

CLI::Option* add_flag(CLI::App* command, const std::string& name, const std::string& description) {
  return command->add_flag(name, description);
}
CLI::Option* add_text(CLI::App* command, const std::string& name, const std::string& description) {
  return expect_text(command->add_option(name, CLI::callback_t(), description)->type_name("TEXT"));
}

void add_report(CLI::App& app, Action& action) {
  CLI::App* report = add_python_command(
      app, action, "report", "writes an HTML page about runs, with curves, tables and shapes",
      "  simbench report runs/untwist\n"
      "  simbench report runs/grid runs/untwist --output both.html --title 'Two studies'\n");
  add_text(report, "folders", "folders of results, sweeps, or runs, or archives of them")
      ->required()
      ->expected(1, CLI::detail::expected_max_vector_size)
      ->allow_extra_args();
  add_text(report, "--output", "file to write (default: report.html in the first folder, or beside a run)");
  add_text(report, "--title", "title of the page");
}

void add_test(CLI::App& app, Action& action) {
  CLI::App* test = add_python_command(
      app, action, "test",
      "checks that a solver keeps the contract of solvers, and prints a table with reasons",
      "  simbench test my_solver.py\n"
      "  simbench test 'my_solver.py[damping=0.5]'\n"
      "  simbench test qn\n");
  add_text(test, "solver", "a Python file with a solver, or the name of a solver; with settings in brackets")
      ->required();
}

void add_errors(CLI::App& app, Action& action) {
  CLI::App* errors =
      add_python_command(app, action, "errors", "prints the relative errors of runs as a table, in %",
                         "  simbench errors runs/untwist\n"
                         "  simbench errors runs/untwist --csv errors.csv\n");
  add_text(errors, "results", "folder of results, or an archive of one")->required();
  add_text(errors, "--csv", "also write the table with all digits to this file");
  add_text(errors, "--step", "which time step (default: 1)");
}

void add_table(CLI::App& app, Action& action) {
  CLI::App* table = add_python_command(
      app, action, "table",
      "prints the iterations after which runs stay within tolerances, also as a table for LaTeX",
      "  simbench table runs/untwist\n"
      "  simbench table runs/untwist --latex > untwist.tex\n"
      "  simbench table runs/untwist --tolerances 1e-2,1e-4\n");
  add_text(table, "results", "folder of results, a sweep, or an archive of one")->required();
  add_flag(table, "--latex", "print a table for LaTeX (booktabs), with settings, versions and a citation");
  add_text(table, "--tolerances", "relative errors, separated by commas (default: 0.1,1e-3,1e-6)");
  add_text(table, "--step", "which time step (default: 1)");
  add_text(table, "--filter", "only these runs of a sweep: AXIS=VALUE (repeatable)");
}

void add_convert(CLI::App& app, Action& action) {
  CLI::App* convert =
      add_python_command(app, action, "convert",
                         "converts a mesh of another format into one for scenes, and reports its quality",
                         "  simbench convert body.vtu body.msh\n"
                         "  simbench convert part.stl part.off --scale 1e-3\n");
  add_text(convert, "input", "a mesh in a format of docs/meshes.md")->required();
  add_text(convert, "output", "file to write: .msh for tets, .off for a surface")->required();
  add_flag(convert, "--replace", "replace that file if this command wrote it");
  add_text(convert, "--tags", "the array with the tags of tets, for a .msh");
  add_text(convert, "--scale", "factor for coordinates (default: 1; 1e-3 for millimetres)");
}

// Each figure has options of its own, so all words go to the Python program as they are.
void add_figure(CLI::App& app, Action& action) {
  CLI::App* figure =
      app.add_subcommand("figure", "draws figures of runs as PNG and PDF: simbench figure NAMES RESULTS");
  figure->footer(
      "\nExamples:\n"
      "  simbench figure --list                  # names all figures\n"
      "  simbench figure relative_error --help   # shows the options of one\n"
      "  simbench figure relative_error,objective runs/untwist --output figures\n");
  figure->prefix_command();
  figure->callback(
      [=, &action] { action = [=]() -> ExitCode { become_python_program("figure", figure->remaining()); }; });
}

void add_entry(CLI::App& app, Action& action) {
  CLI::App* entry = app.add_subcommand(
      "entry",
      "compares a solver of your own or of another code with the leaderboard: simbench entry check …");
  entry->footer(
      "\nExamples:\n"
      "  simbench entry export --help                              # the same for others\n"
      "  simbench entry export smoke beam_untwist --output problems\n"
      "  simbench entry check mine.jsonl --problems problems\n"
      "  simbench entry run 'my_solver.py[damping=0.5]' smoke\n"
      "  simbench entry pack --output reference\n");
  entry->prefix_command();
  entry->callback(
      [=, &action] { action = [=]() -> ExitCode { become_python_program("entry", entry->remaining()); }; });
}

void add_study(CLI::App& app, Action& action) {
  CLI::App* study = add_python_command(
      app, action, "study", "runs a study: computes, judges its claims, draws, and writes results/<name>",
      "  simbench study studies/thesis\n"
      "  simbench study studies/rigid --list\n"
      "  simbench study studies/rigid --only R32,chain_length\n"
      "  simbench study studies/thesis --check\n");
  add_text(study, "study", "folder with study.json")->required();
  add_text(study, "--only", "only these claims, plans, figures or documents, separated by commas");
  add_flag(study, "--check", "write no results; compare the computed results with the recorded ones");
  add_text(study, "--sample", "with --check: repeat a random share of the runs on record, for example 0.05");
  add_text(study, "--seed", "with --sample: draws the same runs again (default: a new seed)");
  add_flag(study, "--rewrite", "rewrite an old study.json with the members of today");
  add_flag(study, "--list", "print plans, claims and figures, and which are out of date and why");
  add_text(study, "--with", "also these parts, which are done only on request, separated by commas");
  add_text(study, "--variant", "the plans of this variant, with its values");
  add_flag(study, "--as-is", "compute nothing: judge and draw the existing runs");
  add_text(study, "--jobs", "runs at a time (default: 2; 1 where seconds are shown)");
  add_text(study, "--runs", "folder of the sweeps (default: runs/<name>)");
  add_text(study, "--results", "folder that is written (default: results/<name>)");
  add_text(study, "--simbench",
           "the program to call (default: $SIMBENCH, or simbench in the PATH or in build/)");
}

void add_new_study(CLI::App& app, Action& action) {
  CLI::App* added =
      app.add_subcommand("new-study", "writes a small study to edit: a plan, a claim, a figure and a page");
  added->footer("\nExamples:\n  simbench new-study my_paper\n");
  const CLI::Option* name = add_text(added, "name", "folder to write")->required();
  added->callback([=, &action] {
    action = [=]() -> ExitCode { become_python_program("study", {"--new", name->results().front()}); };
  });
}

void add_export(CLI::App& app, Action& action) {
  CLI::App* exporter =
      add_python_command(app, action, "export",
                         "writes the shapes of all iterations into one animated file for Blender and viewers",
                         "  simbench export runs/untwist --glb\n"
                         "  simbench export runs/untwist/qn --usda --output qn.usda\n");
  add_text(exporter, "folder", "a run with snapshots (--vtu), a folder of such runs, or its archive")
      ->required();
  CLI::Option* glb = add_flag(exporter, "--glb", "binary glTF: morph targets and an animation");
  add_flag(exporter, "--usda", "USD as text: time samples")->excludes(glb);
  add_text(exporter, "--output", "file to write (default: the folder's name with .glb or .usda, beside it)");
  add_flag(exporter, "--replace", "replace that file if it is there");
}

void add_budget(CLI::App& app, Action& action) {
  CLI::App* budget = add_python_command(
      app, action, "budget",
      "shows the error of a motion by substeps and iterations, and the parts of integrator and solver",
      "  simbench budget hanging_cloth --solver vbd,xpbd,qn --frames 40\n"
      "  simbench budget hanging_cloth --solver vbd --substeps 2,4,6,10 --iterations 5,8,10,15\n"
      "  simbench budget my_scene --seconds 0.0167 --output runs/my_budget\n"
      "  simbench budget my_scene --start-from runs/my_scene/newton@3\n");
  add_text(budget, "scene", "a deformable scene, by its path or name")->required();
  add_text(budget, "--solver", "solvers, separated by commas (default: vbd,xpbd,qn)");
  add_text(budget, "--substeps", "numbers of substeps of a frame (default: 1,2,5,10)");
  add_text(budget, "--iterations", "numbers of iterations of a substep (default: 1,5,10,15)");
  add_text(budget, "--frames", "number of time steps (default: those of the scene)")->type_name("INT");
  add_text(budget, "--start-from",
           "RUN or RUN@STEP: begin at a checkpoint of a run, the last one if no step is given");
  add_text(budget, "--set", "path=value: a value of the scene, repeatable")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  add_text(budget, "--seconds", "time for a frame (default: the time step of the scene)");
  add_text(budget, "--output", "folder of the sweep, the table and the figure (default: runs/budget_SCENE)");
  add_text(budget, "--jobs", "runs at a time (default: 1, because seconds are shown)")->type_name("INT");
  add_flag(budget, "--replace-plan", "reuse a folder that belongs to other numbers or solvers");
}

void add_movie(CLI::App& app, Action& action) {
  CLI::App* movie =
      add_python_command(app, action, "movie",
                         "shows runs side by side in motion, over their steps or iterations, as .gif or .mp4",
                         "  simbench new-scene swing --frames 60\n"
                         "  simbench --scene swing --solver xpbd,vbd,qn --vtu\n"
                         "  simbench movie runs/swing\n"
                         "  simbench movie runs/untwist/qn runs/untwist/pd --output untwist.mp4\n");
  add_text(movie, "folders", "runs with snapshots (--vtu), folders of such runs, or archives")
      ->required()
      ->expected(1, CLI::detail::expected_max_vector_size)
      ->allow_extra_args();
  add_text(movie, "--output",
           "file to write: .gif, .mp4 (with ffmpeg), or .png with a strip of frames (default: the first "
           "folder's name with .gif, beside it)");
  add_text(movie, "--frames-per-second", "frames shown per second (default: 24)")->type_name("INT");
  add_flag(movie, "--replace", "replace that file if this command has written it");
}

void add_archive(CLI::App& app, Action& action) {
  CLI::App* archive = add_python_command(
      app, action, "archive", "packs results with a report, metadata (RO-Crate) and hashes into one .tar.zst",
      "  simbench archive runs/untwist\n"
      "  simbench archive runs/grid --output grid.tar.zst --licence CC-BY-4.0\n"
      "  simbench verify grid.tar.zst\n"
      "  simbench rerun grid.tar.zst\n"
      "  simbench archive grid.tar.zst --appendix appendix.tex\n");
  add_text(archive, "folder", "a run, a folder of runs, or a sweep; with --appendix an archive")->required();
  add_text(archive, "--output", "file to write (default: the folder's name with .tar.zst, beside it)");
  add_text(archive, "--licence", "licence of the results: its SPDX name (CC-BY-4.0) or its address");
  add_flag(archive, "--replace", "replace that file if it is there");
  add_text(
      archive, "--appendix",
      "write the appendix of a paper about this archive: a .tex or .md file with what it has, where it is, "
      "how to repeat it, and hashes");
  add_text(archive, "--address", "with --appendix: where readers find the archive, for example its DOI");
}

}  // namespace simbench

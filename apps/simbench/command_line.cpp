#include "simbench/command_line.h"

#include <fmt/format.h>

#include <sstream>

#include "base/nearest_name.h"
#include "base/print_out.h"
#include "base/temporary_folder.h"
#include "simbench/commands.h"
#include "simbench/completion.h"
#include "simbench/options.h"
#include "simbench/wrapped.h"
#include "systems/register_systems.h"

namespace simbench {

namespace {

constexpr const char* start_text =
    R"(Compares position-based and projective solvers on the same implicit Euler step.

  simbench list scenes                                lists what can be simulated
  simbench --scene beam_untwist --solver pd,qn,xpbd   runs three solvers, and prints a table
  simbench --scene smoke --solver all --set material.stiffness=1e7
                                                      changes a value of the scene
  simbench report runs/beam_untwist                   writes a page with curves and shapes
  simbench new-scene my_scene                         writes a scene for you to edit
)";

constexpr std::size_t most_options = 20;  // a longer list of options helps nobody

constexpr const char* program_examples = R"(
Examples:
  simbench --scene beam_twist.json --solver qn
  simbench --scene beam_untwist.json --solver all --record-every 10 --output runs/untwist
  simbench --scene beam_untwist --solver pd --set material.stiffness=1e9 --set step.time_step=0.1
  simbench --scene beam_untwist.json --solver 'admm[weight=auto],admm[weight_factor=0.5],qn'
  simbench --scene beam_untwist.json --solver qn --until-relative-error 1e-6 --vtu
  simbench rerun runs/untwist/qn/manifest.json
  simbench compare runs/untwist/qn rerun/qn
  simbench list solvers

Exit codes: 0 ok, 1 a check failed, 2 command line or scene, 3 mesh, 4 output, 5 numerical failure of a run, 6 locked, 7 memory or time, 129/130/143 stopped by SIGHUP/SIGINT/SIGTERM.
)";

// The given command, or the app itself if there is none.
const CLI::App& chosen(const CLI::App& app) {
  const auto commands = app.get_subcommands();
  return commands.empty() ? app : *commands.front();
}

// Names for did_you_mean(): the options of a command, and for the app also its commands.
std::vector<std::string> argument_names(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options()) names.push_back(option->get_name());
  for (const CLI::App* other : command.get_subcommands([](const CLI::App*) { return true; })) {
    names.push_back(other->get_name());
  }
  return names;
}

[[noreturn]] void refuse(const CLI::App& command, const std::string& message) {
  const std::string name = command.get_parent() ? "simbench " + command.get_name() : "simbench";
  throw Error(ExitCode::usage, fmt::format("{} ({} --help explains)", message, name));
}

// CLI11 would accept any number as the value of a flag: --quiet=7.
void refuse_values_of_flags(CLI::App& command) {
  for (CLI::Option* option :
       command.get_options([](const CLI::Option* o) { return o->get_items_expected_max() == 0; }))
    option->disable_flag_override();
}

// Explains a wrong number of values. CLI11's message begins with the name of the option.
[[noreturn]] void refuse_count(const CLI::App& command, const std::string& message) {
  std::string name = message.substr(0, message.find_first_of(": "));
  if (!name.starts_with("--") && !command.get_option_no_throw(name))
    name = "--" + name;  // CLI11 writes "quiet" for the flag --quiet
  const CLI::Option* option = command.get_option_no_throw(name);
  if (!option) refuse(command, message);
  if (option->get_items_expected_max() == 0) refuse(command, name + ": takes no value");
  const std::size_t given = option->results().size();
  if (given > 1) refuse(command, fmt::format("{}: given {} times; expected once", name, given));
  refuse(command, fmt::format("{}: the value is missing: {}", name, option->get_description()));
}

[[noreturn]] void refuse_missing(const CLI::App& command) {
  std::string missing;
  for (const CLI::Option* option : command.get_options()) {
    if (!option->get_required() || option->count() > 0) continue;
    const std::string type = option->get_type_name();
    const std::string words = type.starts_with('{') ? " " + type : "";
    missing += fmt::format("{}{}{} ({})", missing.empty() ? "" : ", ", option->get_name(), words,
                           option->get_description());
  }
  refuse(command, fmt::format("{}: an argument is missing: {}", command.get_name(), missing));
}

[[noreturn]] void refuse_unknown(const CLI::App& command, const std::string& argument) {
  refuse(command, fmt::format("unknown argument '{}'{}", argument,
                              did_you_mean(argument, argument_names(command), most_options)));
}

// An unknown option is reported before other errors, because CLI11 takes its value for another argument.
void refuse_unknown_option(const CLI::App& app) {
  for (const std::string& argument : app.remaining(true)) {
    if (argument.starts_with("--")) refuse_unknown(chosen(app), argument);
  }
}

// Refuses options of a run before a command, which would be ignored.
void refuse_run_options(const CLI::App& app) {
  if (&chosen(app) == &app) return;
  std::string given;
  for (const CLI::Option* option : app.get_options()) {
    if (option->count() > 0) given += (given.empty() ? "" : ", ") + option->get_name();
  }
  if (given.empty()) return;
  const std::string& command = chosen(app).get_name();
  refuse(chosen(app),
         fmt::format(
             "{} before the command '{}' is an option of a run; give the options of '{}' after it, or leave "
             "the command out",
             given, command, command));
}

// `simbench help COMMAND` is `simbench COMMAND --help`.
std::vector<char*> with_help_option(const CLI::App& app, std::vector<char*> arguments) {
  static char help[] = "--help";
  if (std::string_view(arguments[1]) != "help") return arguments;
  const auto is_asked = [&](const CLI::App* command) { return command->get_name() == arguments[2]; };
  if (arguments.size() > 2 && app.get_subcommands(is_asked).empty()) refuse_unknown(app, arguments[2]);
  arguments.erase(arguments.begin() + 1);
  arguments.push_back(help);
  return arguments;
}

}  // namespace

ExitCode execute_command_line(int argc, char** argv) {
  register_systems();
  CLI::App app(start_text, "simbench");
  app.footer(program_examples);
  app.set_version_flag("-V,--version", version_text());
  app.require_subcommand(0, 1);
  Action action = add_run(app);
  for (const auto add :
       {add_list,      add_new_scene, add_check,   add_rerun,     add_compare, add_sweep, add_tune,
        add_status,    add_verify,    add_budget,  add_report,    add_errors,  add_table, add_figure,
        add_movie,     add_export,    add_archive, add_convert,   add_test,    add_entry, add_study,
        add_new_study, add_cluster,   add_schema,  add_completion})
    add(app, action);

  refuse_values_of_flags(app);
  for (CLI::App* command : app.get_subcommands({})) refuse_values_of_flags(*command);

  if (argc > 1 && std::string_view(argv[1]) == "complete")  // an unfinished line must not be parsed
    return complete_command(app, {argv + 2, argv + argc});

  if (argc == 1) {
    print_text(fmt::format("{}\nsimbench --help shows all options and commands.\n", start_text));
    return ExitCode::ok;
  }
  try {
    const std::vector<char*> arguments = with_help_option(app, {argv, argv + argc});
    app.parse(static_cast<int>(arguments.size()), arguments.data());
  } catch (const CLI::ExtrasError&) {
    refuse_unknown(chosen(app), app.remaining(true).front());
  } catch (const CLI::RequiredError&) {
    refuse_unknown_option(app);
    refuse_missing(chosen(app));
  } catch (const CLI::ArgumentMismatch& error) {
    refuse_count(chosen(app), error.what());
  } catch (const CLI::Success& asked) {  // --help, --version
    std::ostringstream text;
    app.exit(asked, text);
    const bool is_help = asked.get_name() != "CallForVersion";
    print_text(is_help ? wrapped(text.str(), output_columns()) : text.str());
    return ExitCode::ok;
  } catch (const CLI::ParseError& error) {
    refuse(chosen(app), error.what());
  } catch (const Error&) {  // from the check of a value
    refuse_unknown_option(app);
    throw;
  }
  refuse_run_options(app);
  TemporaryFolder::remove_leftovers();
  return action();
}

}  // namespace simbench

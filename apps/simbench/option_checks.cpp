#include "simbench/option_checks.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/nearest_name.h"
#include "base/number_text.h"

namespace simbench {

namespace {

// `wrong` returns the reason why a value is invalid; empty if it is valid.
CLI::Option* expect(CLI::Option* option, const std::function<std::string(const std::string&)>& wrong) {
  const auto throw_if_wrong = [option, wrong](std::string& text) -> std::string {
    const std::string what = wrong(text);
    if (what.empty()) return {};
    const std::string shown = text.empty() ? "\"\"" : text;
    const std::string place =
        option->get_positional() ? fmt::format("'{}'", text) : option->get_name() + " " + shown;
    throw Error(ExitCode::usage, place + ": " + what);
  };
  return option->check(CLI::Validator(throw_if_wrong, ""));
}

}  // namespace

CLI::Option* expect_integer(CLI::Option* option, int minimum, int maximum) {
  return expect(option, [=](const std::string& text) {
    const std::optional<std::int64_t> value = parse_integer(text);
    if (value && *value >= minimum && *value <= maximum) return std::string();
    return fmt::format("expected an integer from {} to {}", minimum, maximum);
  });
}

CLI::Option* expect_positive_number(CLI::Option* option) {
  return expect(option, [](const std::string& text) -> std::string {
    const std::optional<double> value = parse_number(text);
    return value && std::isfinite(*value) && *value > 0 ? "" : "expected a number greater than 0";
  });
}

CLI::Option* expect_tolerance(CLI::Option* option) {
  return expect(option, [](const std::string& text) -> std::string {
    const std::optional<double> value = parse_number(text);
    return value && std::isfinite(*value) && *value >= 0 ? "" : "expected a number of at least 0";
  });
}

CLI::Option* expect_text(CLI::Option* option) {
  return expect(option, [](const std::string& text) -> std::string {
    return text.empty() ? "expected a text that is not empty" : "";
  });
}

CLI::Option* expect_one_of(CLI::Option* option, const std::vector<std::string>& words) {
  option->type_name(fmt::format("{{{}}}", fmt::join(words, ",")));
  return expect(option, [=](const std::string& text) -> std::string {
    if (std::find(words.begin(), words.end(), text) != words.end()) return "";
    return "no such choice" + did_you_mean(text, words);
  });
}

void add_scene(CLI::App& command, const char* argument, std::string& scene,
               std::vector<std::string>& overrides) {
  command
      .add_option(argument, scene,
                  "scene file, or the name of a scene in this folder, ./scenes or the program's scenes")
      ->type_name("SCENE")
      ->required();
  command.add_option("--set", overrides, "overrides a value of the scene (repeatable)")
      ->type_name("PATH=VALUE")
      ->allow_extra_args(false);
}

void add_terms(CLI::App& app, std::vector<std::string>& terms) {
  expect_text(app.add_option("--term", terms,
                             "adds a term of the objective that is written in Python (repeatable); settings "
                             "in brackets: 'barrier.py[stiffness=1e4]'"))
      ->type_name("FILE.py")
      ->allow_extra_args(false);
}

void add_json(CLI::App& command, bool& json, const char* described_in) {
  command.add_flag("--json", json, fmt::format("print JSON, for other programs ({})", described_in));
}

void add_execution(CLI::App& app, CommandExecution& execution) {
  app.add_flag_callback(
      "--replace", [&execution] { execution.replace = Replace::any_run; },
      "replace an existing run of another scene, configuration or build");
  expect_integer(app.add_option("--threads", execution.settings.threads,
                                "number of threads for loops over elements; results do not depend on it")
                     ->capture_default_str(),
                 1, 1024);
  expect_integer(
      app.add_option(
             "--repeat", execution.settings.repeat,
             "do each run N times: its folder and the table have the times of the median repetition; spread "
             "in the table is the range from the fastest to the slowest, in % of the median; exit code 1 if "
             "a repetition has other numbers")
          ->capture_default_str(),
      1, 1000);
  app.add_flag("--quiet", execution.quiet, "print only warnings and errors");
}

}  // namespace simbench

#include "simbench/solver_choice.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <map>

#include "base/nearest_name.h"
#include "simbench/settings_in_brackets.h"

namespace simbench {

namespace {

constexpr const char* option = "--solver";

[[noreturn]] void refuse(std::string_view text, const std::string& why) {
  throw Error(ExitCode::usage, fmt::format("{} {}: {}", option, text, why));
}

SolverChoice parse_choice(std::string_view text, SolverFiles& files) {
  SolverChoice choice{std::string(text), name_before_brackets(text), {}};
  if (names_solver_file(choice.name)) choice.name = files.load(choice.name);
  std::vector<std::string_view> known = solver_names();
  known.insert(known.end(), {"all", "every"});
  if (std::ranges::find(known, choice.name) == known.end())
    refuse(text, "no such solver" + did_you_mean(choice.name, known));
  if (choice.is_group() && text.find('[') != std::string_view::npos)
    refuse(text,
           fmt::format("settings in brackets belong to one solver; name it instead of {}", choice.name));
  choice.settings = settings_in_brackets(option, text);
  return choice;
}

bool belongs_into_name(char letter) {
  const bool alphanumeric = (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
                            (letter >= '0' && letter <= '9');
  return alphanumeric || std::string_view("._=-+,").find(letter) != std::string_view::npos;
}

}  // namespace

std::string SolverChoice::label() const {
  std::string label = name;
  for (const auto& [key, value] : settings) {
    label += fmt::format("{}{}={}", label == name ? '-' : ',', key, value);
  }
  for (char& letter : label) {
    if (!belongs_into_name(letter)) letter = '_';
  }
  return label;
}

void SolverChoice::apply(config::Document& scene) const {
  for (const auto& [key, value] : settings) {
    scene.set(fmt::format("solvers.{}.{}", name, key), value, "--solver " + text);
  }
}

std::vector<SolverChoice> parse_solver_choices(const std::vector<std::string>& texts, SolverFiles& files) {
  std::vector<SolverChoice> choices;
  std::map<std::string, std::string> variants;  // typed text by label
  for (const std::string& text : texts) {
    for (const std::string_view piece : split_outside_brackets(option, text)) {
      if (piece.empty()) refuse(text.empty() ? "\"\"" : text, "the name of a solver is missing");
      SolverChoice choice = parse_choice(piece, files);
      const auto [other, is_new] = variants.emplace(choice.label(), choice.text);
      if (!is_new && !choice.settings.empty()) {
        refuse(piece, other->second == choice.text
                          ? "given twice"
                          : fmt::format("it has the same folder '{}' as {}", other->first, other->second));
      }
      choices.push_back(std::move(choice));
    }
  }
  return choices;
}

std::vector<std::string> chosen_solvers(const SolverChoice& choice, const SceneFile& file,
                                        Precision precision) {
  if (!choice.is_group()) {
    if (!file.has_solver(choice.name)) {
      refuse(choice.text, fmt::format("no such solver for a scene of kind {}{}", file->kind(),
                                      did_you_mean(choice.name, names_of(file->solvers.all()))));
    }
    if (const Declines reason = file->declines(choice.name, precision))
      refuse(choice.text, "declined: " + *reason);
    return {choice.name};
  }
  std::vector<std::string> chosen;
  for (const std::string_view solver : choice.name == "all" ? file->usual_candidates() : file->candidates()) {
    if (const Declines reason = file->declines(solver, precision)) {
      spdlog::warn("{} is left out: {}", solver, *reason);
    } else {
      chosen.emplace_back(solver);
    }
  }
  if (chosen.empty()) refuse(choice.text, "every solver is left out");
  return chosen;
}

}  // namespace simbench

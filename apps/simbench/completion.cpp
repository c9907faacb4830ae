#include "simbench/completion.h"

#include <algorithm>
#include <set>
#include <utility>

#include "simbench/value_completion.h"

namespace simbench {

namespace {

// The state after parsing the words before the cursor.
struct ParsedWords {
  const CLI::App* command;
  const CLI::Option* expected = nullptr;  // the option whose value comes next
  std::vector<const CLI::Option*> options = {};
  std::size_t arguments = 0;  // number of positional arguments
  GivenFiles files = {};
};

const CLI::Option* option_of(const CLI::App& command, const std::string& word) {
  const std::string name = word.substr(0, word.find('='));
  return name.starts_with('-') ? command.get_option_no_throw(name) : nullptr;
}

// The positional argument of a command at an index; null if there is none.
const CLI::Option* argument_of(const CLI::App& command, std::size_t place) {
  const auto arguments =
      command.get_options([](const CLI::Option* option) { return option->get_positional(); });
  if (!arguments.empty() && arguments.back()->get_expected_max() > 1)  // it takes all further words
    place = std::min(place, arguments.size() - 1);
  return place < arguments.size() ? arguments[place] : nullptr;
}

// The command of that name; null if there is none.
const CLI::App* command_of(const CLI::App& app, const std::string& name) {
  const auto commands =
      app.get_subcommands([&](const CLI::App* command) { return command->get_name() == name; });
  return commands.empty() ? nullptr : commands.front();
}

bool takes_value(const CLI::Option& option) {
  return option.get_items_expected_min() > 0;
}

void parse_word(ParsedWords& parsed, const std::string& word) {
  if (const CLI::Option* option = std::exchange(parsed.expected, nullptr)) {
    parsed.files.note(option->get_type_name(), word);
  } else if (const CLI::Option* named = option_of(*parsed.command, word)) {
    const std::size_t equals = word.find('=');
    parsed.options.push_back(named);
    if (equals != std::string::npos) {
      parsed.files.note(named->get_type_name(), word.substr(equals + 1));
    } else if (takes_value(*named)) {
      parsed.expected = named;
    }
  } else if (const CLI::App* command = command_of(*parsed.command, word)) {
    parsed.command = command;
  } else if (!word.starts_with('-')) {
    if (const CLI::Option* argument = argument_of(*parsed.command, parsed.arguments++))
      parsed.files.note(argument->get_type_name(), word);
  }
}

Completions options_left(const ParsedWords& parsed) {
  Completions all;
  for (const CLI::Option* option : parsed.command->get_options()) {
    const bool given = std::ranges::find(parsed.options, option) != parsed.options.end();
    if (option->get_positional() || option->get_group().empty() || (given && option->get_expected_max() <= 1))
      continue;
    for (const std::string& name : option->get_lnames())
      all.push_back({"--" + name, option->get_description()});
  }
  return all;
}

Completions commands_of(const CLI::App& app) {
  Completions all;
  for (const CLI::App* command :
       app.get_subcommands([](const CLI::App* each) { return !each->get_group().empty(); }))
    all.push_back({command->get_name(), command->get_description()});
  return all;
}

Completions next(const ParsedWords& parsed, const std::string& typed) {
  if (parsed.expected) return values_of(parsed.expected->get_type_name(), typed, parsed.files);
  const std::size_t equals = typed.find('=');
  if (const CLI::Option* option = option_of(*parsed.command, typed); option && equals != std::string::npos) {
    Completions all = values_of(option->get_type_name(), typed.substr(equals + 1), parsed.files);
    for (Completion& each : all) {
      if (each.text != completion_of_files) each.text.insert(0, typed, 0, equals + 1);
    }
    return all;
  }
  if (!typed.starts_with('-')) {
    if (const CLI::Option* argument = argument_of(*parsed.command, parsed.arguments))
      return values_of(argument->get_type_name(), typed, parsed.files);
    if (Completions all = commands_of(*parsed.command); !all.empty() && parsed.options.empty()) return all;
  }
  return options_left(parsed);
}

}  // namespace

Completions completions(const CLI::App& app, const std::vector<std::string>& words) {
  ParsedWords parsed{&app};
  for (std::size_t i = 0; i + 1 < words.size(); ++i) parse_word(parsed, words[i]);
  const std::string& typed = words.back();
  Completions all = next(parsed, typed);
  if (all.size() == 1 && all.front().text == completion_of_files) return all;
  std::set<std::string> texts;
  std::erase_if(all, [&](const Completion& each) {
    return !each.text.starts_with(typed) || !texts.insert(each.text).second;
  });
  return all;
}

std::vector<std::string> shell_words(std::string_view line) {
  std::vector<std::string> words(1);
  char quote = 0;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char letter = line[i];
    if (letter == '\\' && quote != '\'' && i + 1 < line.size()) {
      words.back() += line[++i];
    } else if (quote ? letter == quote : letter == '\'' || letter == '"') {
      quote = quote ? 0 : letter;
    } else if (letter == ' ' && !quote) {
      if (!words.back().empty()) words.emplace_back();
    } else {
      words.back() += letter;
    }
  }
  return words;
}

}  // namespace simbench

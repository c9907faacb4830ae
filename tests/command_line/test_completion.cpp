#include <algorithm>
#include <catch2/catch.hpp>

#include "simbench/completion.h"
#include "simbench/setting_completion.h"

using namespace simbench;
using Texts = std::vector<std::string>;

namespace {

Texts texts_of(const Completions& completions) {
  Texts texts;
  for (const Completion& each : completions) texts.push_back(each.text);
  return texts;
}

// A command line with options of every kind.
struct SmallApp {
  CLI::App app{"small"};
  std::string word, file, shell;
  std::vector<std::string> solvers, settings;
  int number = 0;
  bool flag = false;

  SmallApp() {
    app.add_option("--precision", word)->type_name("{double,single,FLOAT}");
    app.add_option("--output", file);
    app.add_option("--number", number);
    app.add_option("--solver", solvers)->type_name("SOLVER");
    app.add_option("--set", settings)->type_name("PATH=VALUE");
    app.add_flag("--quiet", flag, "print only errors");
    app.add_option("--secret", word)->group("");
    CLI::App* command = app.add_subcommand("completion", "for a shell");
    command->add_option("shell", shell)->type_name("{bash,zsh}");
    command->add_flag("--json", flag);
    app.add_subcommand("compare", "two runs");
    app.add_subcommand("concealed", "")->group("");
  }
  Texts after(const std::string& line) const { return texts_of(completions(app, shell_words(line))); }
};

}  // namespace

TEST_CASE("Commands, options and words complete from the tree of the command line") {
  const SmallApp small;
  CHECK(small.after("") == Texts{"completion", "compare"});
  CHECK(small.after("compl") == Texts{"completion"});
  CHECK(small.after("--") ==
        Texts{"--help", "--precision", "--output", "--number", "--solver", "--set", "--quiet"});
  CHECK(small.after("--precision ") == Texts{"double", "single"});
  CHECK(small.after("--precision=s") == Texts{"--precision=single"});
  CHECK(small.after("completion ") == Texts{"bash", "zsh"});
  CHECK(small.after("completion z") == Texts{"zsh"});
  CHECK(small.after("completion zsh ") == Texts{"--help", "--json"});
  CHECK(small.after("completion zsh --json ") == Texts{"--help"});
  CHECK(completions(small.app, {"--q"}).front().meaning == "print only errors");
}

TEST_CASE("An option that is given is not offered again unless it may be repeated") {
  const SmallApp small;
  CHECK(small.after("--quiet --precision single --set a=1 --") ==
        Texts{"--help", "--output", "--number", "--solver", "--set"});
  CHECK(small.after("--quiet c").empty());  // no command follows an option of a run
}

TEST_CASE("Files are left to the shell, and numbers to the user") {
  const SmallApp small;
  CHECK(small.after("--output ") == Texts{completion_of_files});
  CHECK(small.after("--output=some") == Texts{completion_of_files});
  CHECK(small.after("--number ").empty());
  CHECK(small.after("--nonsense ") == Texts{"completion", "compare"});
  CHECK(small.after("nonsense --pre") == Texts{"--precision"});
}

TEST_CASE("A list of solvers completes after its last comma and in its brackets") {
  const SmallApp small;
  const Texts all = small.after("--solver ");
  for (const char* name : {"qn", "pd", "all", "avbd"}) CHECK(std::ranges::count(all, name) == 1);
  CHECK(small.after("--solver qn,adm") == Texts{"qn,admm"});
  CHECK(small.after("--solver 'qn,admm[weight") == Texts{"qn,admm[weight_factor=", "qn,admm[weight="});
  CHECK(small.after("--solver 'qn,admm[volume_scaling=true,weight=a") ==
        Texts{"qn,admm[volume_scaling=true,weight=auto"});
  CHECK(small.after("--solver 'admm[weight=auto],new") ==
        Texts{"admm[weight=auto],newton", "admm[weight=auto],newton_cg"});
}

TEST_CASE("Members of a scene complete key by key, then their values") {
  const SmallApp small;
  CHECK(small.after("--set solvers.qn.line_s") == Texts{"solvers.qn.line_search="});
  CHECK(small.after("--set solvers.newt") == Texts{"solvers.newton.", "solvers.newton_cg."});
  const Texts models = small.after("--set material.model=");
  CHECK(std::ranges::count(models, "material.model=stable_neo_hookean") == 1);
  CHECK(small.after("--set material.nonsense.").empty());
  CHECK(small.after("--set step.time_step=").empty());  // a number
}

TEST_CASE("Alternatives of a schema are completed as one, and lists by the number of an item") {
  const auto schema = nlohmann::ordered_json::parse(R"({
    "properties": {
      "weight": {"anyOf": [{"type": "number"}, {"enum": ["auto", "tuned"]}], "description": "of ADMM"},
      "fast": {"type": "boolean"},
      "groups": {"type": "array", "items": {"type": "object", "oneOf": [
        {"properties": {"select": {"const": "all"}}},
        {"properties": {"select": {"const": "box"}, "size": {"type": "number"}}}]}}}})");
  const auto after = [&](const char* typed) { return texts_of(setting_completions(schema, typed)); };
  CHECK(after("") == Texts{"weight=", "fast=", "groups."});
  CHECK(after("weight=") == Texts{"weight=auto", "weight=tuned"});
  CHECK(after("fast=") == Texts{"fast=true", "fast=false"});
  CHECK(after("groups.") == Texts{"groups.0."});
  CHECK(after("groups.12.select=") == Texts{"groups.12.select=all", "groups.12.select=box"});
  CHECK(setting_completions(schema, "w").front().meaning == "of ADMM");
}

TEST_CASE("A line of a shell is split at blanks outside of quotes") {
  CHECK(shell_words("simbench ") == Texts{"simbench", ""});
  CHECK(shell_words("simbench  --set a=\"b c\" 'd") == Texts{"simbench", "--set", "a=b c", "d"});
  CHECK(shell_words("simbench a\\ b\\[ ") == Texts{"simbench", "a b[", ""});
  CHECK(shell_words("") == Texts{""});
}

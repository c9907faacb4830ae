// Scripts that let a shell complete command lines of simbench.
#include <fmt/format.h>

#include <map>

#include "base/print_out.h"
#include "simbench/commands.h"
#include "simbench/completion.h"
#include "simbench/option_checks.h"
#include "simbench/options.h"

namespace simbench {

namespace {

// Each script passes the line up to the cursor to `simbench complete`, which prints one line per word: the
// word, a tab, its meaning. The shell adds no blank after an incomplete word. A line with only a slash asks
// for the shell's own completion of files.
const std::map<std::string, const char*> scripts = {
    {"bash",
     R"script(_simbench() {  # bash begins a new word at =, so it also passes its own last word
  mapfile -t COMPREPLY < <("$1" complete "${COMP_LINE:0:COMP_POINT}" "$2" 2>/dev/null)
  COMPREPLY=("${COMPREPLY[@]%%$'\t'*}")
  if [[ ${COMPREPLY-} == / ]]; then COMPREPLY=() && compopt -o default; fi
  # With a second word bash ends neither the word nor a quote.
  if [[ ${#COMPREPLY[@]} == 1 && $COMPREPLY == *[.=[] ]]; then COMPREPLY+=("$COMPREPLY..."); fi
}
complete -F _simbench simbench
)script"},
    {"zsh", R"script(#compdef simbench
_simbench() {
  local -a found=("${(@f)$("$words[1]" complete "${(j: :)words[1,CURRENT]}" 2>/dev/null)}") open
  if [[ $found == / ]]; then compset -P '*='; _files; return; fi
  found=("${(@)found//:/\\:}") open=("${(@M)found:#*[.=\[]$'\t'*}") found=("${(@)found:#*[.=\[]$'\t'*}")
  open=("${(@)open/$'\t'/:}") found=("${(@)found/$'\t'/:}")
  _describe '' open -S '' -- found
}
# An installed file is itself the body of _simbench when zsh loads it.
if [[ $funcstack[1] == _simbench ]]; then _simbench "$@"; else compdef _simbench simbench; fi
)script"},
    {"fish", R"script(function __simbench
  set -l program (commandline -opc)[1]
  set -l found ($program complete (commandline -cp) 2>/dev/null)
  if test "$found" = /
    set -l option (string match -r '^-[^=]*=' -- (commandline -ct))
    __fish_complete_path (string replace -- "$option" '' (commandline -ct)) |
      string replace -r '^' -- "$option"
  else
    printf '%s\n' $found
  end
end
complete -c simbench -f -a '(__simbench)'
)script"},
};

}  // namespace

void add_completion(CLI::App& app, Action& action) {
  std::vector<std::string> shells;
  for (const auto& [shell, script] : scripts) shells.push_back(shell);
  const auto [completion, shell] = add_command<std::string>(
      app, action, "completion", "prints a script that lets a shell complete command lines of simbench",
      "  source <(simbench completion bash)      # in ~/.bashrc; for zsh the same in ~/.zshrc, after "
      "compinit\n"
      "  simbench completion fish | source       # in ~/.config/fish/config.fish\n",
      [](const std::string& name) {
        print_out("{}", scripts.at(name));
        return ExitCode::ok;
      });
  expect_one_of(completion->add_option("shell", *shell, "the shell")->required(), shells);
}

ExitCode complete_command(const CLI::App& app, const std::vector<std::string>& arguments) {
  if (arguments.empty()) throw Error(ExitCode::usage, "complete: the line of the shell is missing");
  std::vector<std::string> words = shell_words(arguments[0]);
  words.erase(words.begin());
  if (words.empty()) return ExitCode::ok;  // the program's own name is incomplete
  // The shell's word may be only the end of this word.
  const std::string typed = arguments.size() > 1 ? arguments[1] : words.back();
  const std::size_t before = words.back().ends_with(typed) ? words.back().size() - typed.size() : 0;
  for (const Completion& each : completions(app, words)) {
    if (each.text == completion_of_files) {
      print_out("{}\n", each.text);
    } else {
      print_out("{}\t{}\n", each.text.substr(before), each.meaning);
    }
  }
  return ExitCode::ok;
}

}  // namespace simbench

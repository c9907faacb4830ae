#include "simbench/going_on.h"

#include <algorithm>

namespace simbench {

namespace {

bool has(const std::vector<std::string>& words, const char* word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

// The word as a shell reads it.
std::string quoted(const std::string& word) {
  constexpr const char* plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_@%+=:,./-";
  if (!word.empty() && word.find_first_not_of(plain) == std::string::npos) return word;
  std::string text = "'";
  for (const char letter : word) text += letter == '\'' ? std::string("'\\''") : std::string(1, letter);
  return text + "'";
}

}  // namespace

std::string command_to_go_on(ExitCode code, std::vector<std::string> words) {
  if (code != ExitCode::interrupted && code != ExitCode::terminated && code != ExitCode::hung_up) return "";
  if (words.size() < 2 || has(words, "--quiet")) return "";
  const bool is_run = words[1].starts_with('-');
  if (!is_run && words[1] != "sweep") return "";
  if (is_run && !has(words, "--skip-complete")) words.emplace_back("--skip-complete");
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + quoted(word);
  return text;
}

}  // namespace simbench

#include "simbench/wrapped.h"

#include <unistd.h>

#include <algorithm>
#include <string_view>

#include "simbench/terminal.h"

namespace simbench {

namespace {

constexpr int unknown_columns = 100;
constexpr std::size_t least_room = 20;  // columns of text behind the indentation
constexpr std::size_t below = 6;        // indentation of a last column that goes below the others

bool is_command(std::string_view line) {
  return line.starts_with("  simbench ");
}

// Where the line's last column begins.
std::size_t indentation(std::string_view line) {
  const std::size_t text = std::min(line.find_first_not_of(' '), line.size());
  const std::size_t last_gap = line.substr(0, is_command(line) ? line.npos : 40).rfind("  ");
  return last_gap == std::string_view::npos ? text : std::max(text, last_gap + 2);
}

// Breaks a command before options, where no text in quotes is cut.
void append_command(std::string_view line, std::size_t columns, std::string& result) {
  constexpr std::string_view goes_on = " \\", indent = "      ";
  for (std::size_t room = columns; line.size() > room; room = columns - indent.size()) {
    const std::size_t end = line.rfind(" --", room - goes_on.size());
    if (end == std::string_view::npos || end == 0) break;
    result.append(line.substr(0, end)).append(goes_on).append("\n").append(indent);
    line.remove_prefix(end + 1);
  }
  result.append(line);
}

// A last column that has no room beside the others goes below them; so do lines of this column only.
void append_wrapped(std::string_view line, std::size_t columns, std::string& result) {
  std::size_t begin = indentation(line), room = columns;  // of the text within the line
  if (is_command(line) && begin == 2) return append_command(line, columns, result);
  std::string indent(begin, ' ');
  const std::size_t end_of_others = line.substr(0, begin).find_last_not_of(' ') + 1;
  if (begin + least_room > columns && (line.size() > columns || end_of_others == 0)) {
    indent.resize(std::min(begin, below));
    if (end_of_others > 0) result.append(line.substr(0, end_of_others)).append("\n");
    result.append(indent);
    line.remove_prefix(begin);
    room -= std::min(room, indent.size());
    begin = 0;
  }
  while (line.size() > room) {
    const std::size_t end = line.rfind(' ', room);
    if (end == std::string_view::npos || end <= begin) break;
    result.append(line.substr(0, end)).append("\n").append(indent);
    line.remove_prefix(end + 1);
    room = columns - indent.size();
    begin = 0;
  }
  result.append(line);
}

}  // namespace

int output_columns() {
  const std::optional<Terminal> terminal = terminal_of(STDOUT_FILENO);
  return terminal ? terminal->columns : unknown_columns;
}

std::string wrapped(const std::string& text, int columns) {
  std::string result;
  std::string_view rest = text;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    append_wrapped(rest.substr(0, end), static_cast<std::size_t>(columns), result);
    if (end < rest.size()) result += '\n';
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return result;
}

}  // namespace simbench

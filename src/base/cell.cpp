#include "base/cell.h"

#include "base/number_text.h"

namespace simbench {

bool needs_quotation_marks(std::string_view text) {
  return text.find_first_of(",\"\n\r") != std::string_view::npos;
}

bool is_computed_by_spreadsheets(std::string_view text) {
  constexpr std::string_view starts = "=+-@", spaces = " \t";
  const std::size_t first = text.find_first_not_of(spaces);  // they skip spaces before a formula
  return first != std::string_view::npos && starts.find(text[first]) != std::string_view::npos &&
         !parse_number(text.substr(first));
}

std::string_view why_no_cell(std::string_view text) {
  if (needs_quotation_marks(text))
    return "must not contain commas, quotation marks or line breaks, because tables contain it";
  if (is_computed_by_spreadsheets(text))
    return "must not begin with =, +, - or @, because spreadsheets compute such cells";
  return {};
}

}  // namespace simbench

// What a text must not contain to be a cell of a table that we write.
#pragma once

#include <string_view>

namespace simbench {

// Why a text that a user chooses, such as the name of a body, cannot be a cell; empty if it can. The sentence
// continues "a name …".
std::string_view why_no_cell(std::string_view text);

// Whether a cell with this text needs quotation marks (RFC 4180).
bool needs_quotation_marks(std::string_view text);

// Whether a spreadsheet would compute this text instead of showing it: it begins with =, +, - or @ and is no
// number. Quotation marks do not prevent that.
bool is_computed_by_spreadsheets(std::string_view text);

}  // namespace simbench

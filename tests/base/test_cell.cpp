// Texts that tables cannot contain.
#include <catch2/catch.hpp>

#include "base/cell.h"

using namespace simbench;

TEST_CASE("A cell is on one line, needs no quotation marks, and is computed by no spreadsheet") {
  for (const char* text : {"door", "left arm", "3", "-1e-3", " -3", "a=b", "mesh/ball.msh", "größer", ""})
    CHECK(why_no_cell(text).empty());
  for (const char* text :
       {"a,b", "say \"a\"", "two\nlines", "=1+1", "\t=1", " =1+1", "+cmd", "-x", "@sum(a1)", "--", "-1e-3m"})
    CHECK_FALSE(why_no_cell(text).empty());
  CHECK_FALSE(is_computed_by_spreadsheets("a,b"));
  CHECK(is_computed_by_spreadsheets("=1,2"));
}

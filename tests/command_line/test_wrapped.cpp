// Text that fits into the width of a terminal.
#include <catch2/catch.hpp>

#include "simbench/wrapped.h"

using namespace simbench;

TEST_CASE("A line that is too wide goes on below its last column") {
  const std::string row = "  --name TYPE   a meaning of several words";
  CHECK(wrapped(row, 36) == "  --name TYPE   a meaning of several\n                words");
  CHECK(wrapped(row + "\n" + row + "\n", 100) == row + "\n" + row + "\n");
  CHECK(wrapped("one two three four five six seven", 24) == "one two three four five\nsix seven");
}

TEST_CASE("A last column without room goes below the others") {
  CHECK(wrapped("  --name TYPE               a meaning of several words", 40) ==
        "  --name TYPE\n      a meaning of several words");
  CHECK(wrapped("  --name TYPE               a meaning of so many words that it needs two lines", 40) ==
        "  --name TYPE\n      a meaning of so many words that it\n      needs two lines");
  CHECK(wrapped("  --name TYPE               a meaning", 40) == "  --name TYPE               a meaning");
  CHECK(wrapped(std::string(28, ' ') + "that goes on", 40) == "      that goes on");
  CHECK(wrapped("\n    \n", 40) == "\n    \n");
}

TEST_CASE("A command that is too wide goes on behind a backslash, before an option") {
  CHECK(wrapped("  simbench --scene beam_untwist.json --solver all", 40) ==
        "  simbench --scene beam_untwist.json \\\n      --solver all");
  CHECK(wrapped("  simbench report runs/a runs/b --title 'Two long studies'", 40) ==
        "  simbench report runs/a runs/b \\\n      --title 'Two long studies'");
  CHECK(wrapped("  simbench list scenes                         lists what can be simulated", 70) ==
        "  simbench list scenes                         lists what can be\n" + std::string(47, ' ') +
            "simulated");
}

TEST_CASE("Long words and narrow terminals leave a line as it is") {
  const std::string command = "  simbench rerun runs/untwist/qn/manifest.json";
  CHECK(wrapped(command, 30) == command);
  CHECK(wrapped("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa b", 30) ==
        "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa b");
  CHECK(wrapped("", 20).empty());
}

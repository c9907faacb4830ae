#include <catch2/catch.hpp>

#include "simbench/going_on.h"

using namespace simbench;

TEST_CASE("After a signal the command that goes on is the same one, which does what is missing") {
  const auto after = [](ExitCode code, std::vector<std::string> words) {
    words.insert(words.begin(), "simbench");
    return command_to_go_on(code, words);
  };
  CHECK(after(ExitCode::interrupted, {"sweep", "my plan", "--output", "it's"}) ==
        R"(simbench sweep 'my plan' --output 'it'\''s')");
  CHECK(after(ExitCode::terminated, {"--scene", "smoke", "--solver", "qn[c2=0.5]"}) ==
        "simbench --scene smoke --solver 'qn[c2=0.5]' --skip-complete");
  CHECK(after(ExitCode::hung_up, {"--skip-complete", "--scene", "smoke"}) ==
        "simbench --skip-complete --scene smoke");
  CHECK(after(ExitCode::interrupted, {"tune", "smoke"}) == "");  // keeps nothing
  CHECK(after(ExitCode::interrupted, {"sweep", "smoke", "--quiet"}) == "");
  CHECK(after(ExitCode::ok, {"sweep", "smoke"}) == "");
}

#include <catch2/catch.hpp>

#include "study/execute_run.h"

namespace simbench {

TEST_CASE("What a child says of its batch is read back, run by run, up to where it died") {
  const Batch::Report report = Batch::report_of(
      "\x1e"
      "0 0\nsome words\nno such minimum\x1e"
      "1 5\n\x1e"
      "2 0\nterminate called\nout of luck\n");
  REQUIRE(report.ended.size() == 3);
  CHECK(report.ended[0].exit_code == 0);
  CHECK(report.ended[0].said.empty());
  CHECK(report.ended[1].index == 1);
  CHECK(report.ended[1].exit_code == 5);
  CHECK(report.ended[1].said == "no such minimum");
  CHECK(report.ended[2].index == 2);
  CHECK(report.said == "out of luck");
  CHECK(Batch::report_of("").ended.empty());
  CHECK(Batch::report_of("aborted\n").said == "aborted");
}

}  // namespace simbench

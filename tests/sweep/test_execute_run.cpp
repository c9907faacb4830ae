#include <catch2/catch.hpp>

#include "sweep/execute_run.h"

namespace simbench {

TEST_CASE("The report of a batch has each run that ended, and the last message of the run that died") {
  const Batch::Report report = Batch::report_of(
      "\x1e"
      "0 0\nsome words\nno such minimum\x1e"
      "1 5\n\x1e"
      "2 0\nterminate called\nout of luck\n");
  REQUIRE(report.ended.size() == 3);
  CHECK(report.ended[0].exit_code == 0);
  CHECK(report.ended[0].message.empty());
  CHECK(report.ended[1].index == 1);
  CHECK(report.ended[1].exit_code == 5);
  CHECK(report.ended[1].message == "no such minimum");
  CHECK(report.ended[2].index == 2);
  CHECK(report.message == "out of luck");
  CHECK(Batch::report_of("").ended.empty());
  CHECK(Batch::report_of("aborted\n").message == "aborted");
}

}  // namespace simbench

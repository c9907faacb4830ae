#include <catch2/catch.hpp>

#include "base/pace.h"

using namespace simbench;

namespace {

// How often progress is due in a minute in which it is offered every millisecond.
int shown_in_a_minute(Pace pace) {
  int count = 0;
  for (int i = 0; i < 60'000; ++i) count += pace.due(Pace::Clock::time_point(std::chrono::milliseconds(i)));
  return count;
}

}  // namespace

TEST_CASE("Progress is a line every five seconds, and on a terminal ten updates a second") {
  CHECK(shown_in_a_minute(Pace(false)) == 12);
  CHECK(shown_in_a_minute(Pace(true)) == 600);
  CHECK(shown_in_a_minute(Pace(false, Pace::Clock::time_point())) == 11);  // none at once
}

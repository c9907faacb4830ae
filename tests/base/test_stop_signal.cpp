// Signals that end a run in good order.
#include <catch2/catch.hpp>
#include <csignal>

#include "base/stop_signal.h"

using namespace simbench;

namespace {

int calls = 0;

extern "C" void count_call(int) {
  ++calls;
}

}  // namespace

TEST_CASE("The handler that a program had before is called, too, if signals are passed on") {
  StopSignal::pass_on(true);
  calls = 0;
  const auto before = std::signal(SIGINT, count_call);
  {
    const StopSignal outer;
    {
      const StopSignal inner;
      std::raise(SIGINT);
      CHECK(StopSignal::received() == SIGINT);
    }
    CHECK(calls == 1);
    CHECK(StopSignal::received() == SIGINT);
  }
  CHECK(StopSignal::received() == 0);
  std::raise(SIGINT);
  CHECK(calls == 2);
  std::signal(SIGINT, before);
  StopSignal::pass_on(false);
}

#include <catch2/catch.hpp>
#include <functional>

#include "math/faster_way.h"

using namespace simbench;
using namespace std::chrono_literals;

namespace {

// Does the work many times. `duration(way, time)` is how long a way takes then.
struct Simulation {
  FasterWay ways;
  FasterWay::Clock::duration spent{};
  std::array<int, 2> times{};

  void run(int count, const std::function<FasterWay::Clock::duration(int, int)>& duration) {
    for (int i = 0; i < count; ++i) {
      const int way = ways.choose();
      const FasterWay::Clock::duration taken = duration(way, i);
      ways.record(way, taken);
      spent += taken;
      ++times[way];
    }
  }
  double milliseconds() const { return std::chrono::duration<double, std::milli>(spent).count(); }
};

}  // namespace

TEST_CASE("The faster way is chosen, and trials of the slower one take a small part of the time") {
  const int faster = GENERATE(0, 1);
  const auto slow = GENERATE(2ms, 3ms, 50ms);
  Simulation simulation;
  simulation.run(10000, [&](int way, int) { return way == faster ? 1ms : slow; });
  const double first_trial = std::chrono::duration<double, std::milli>(slow).count();
  CHECK(simulation.milliseconds() < 1.04 * 10000 + first_trial);
  CHECK(simulation.times[1 - faster] > 1);
}

TEST_CASE("A single long time does not change the choice") {
  Simulation simulation;
  simulation.run(1000, [&](int way, int i) { return i == 500 ? 100ms : way == 0 ? 1ms : 2ms; });
  CHECK(simulation.times[0] > 950);
}

TEST_CASE("A way that becomes faster is found by a trial") {
  Simulation simulation;
  simulation.run(1000, [&](int way, int) { return way == 0 ? 10ms : 1ms; });
  const int before = simulation.times[0];
  simulation.run(1000, [&](int way, int) { return way == 0 ? 500us : 1000us; });
  CHECK(simulation.times[0] - before > 1000 - 32 * 9 - 32);
}

TEST_CASE("A way that is slow only after a change is chosen if it is faster then") {
  const int faster = GENERATE(0, 1);
  Simulation simulation;
  int before = -1;
  simulation.run(10000, [&](int way, int) {
    const auto duration = (way == faster ? 500us : 700us) + (way == before ? 0us : 1000us);
    before = way;
    return duration;
  });
  CHECK(simulation.times[1 - faster] < 300);
  CHECK(simulation.milliseconds() < 1.04 * 5000 + 10);
}

// The statistics of the benchmark's blocks, on made-up times.
#include <catch2/catch.hpp>

#include "benchmarks/statistics.h"

using namespace simbench::benchmarks;

TEST_CASE("Quartiles are linear between neighbours and leave out blocks without iterations") {
  const auto [lower, middle, upper] = quartiles({4, no_value, 1, 2, 3});
  CHECK(lower == 1.75);
  CHECK(middle == 2.5);
  CHECK(upper == 3.25);
  CHECK(shortest({3, 1, 2}) == 1);
  CHECK(median({5}) == 5);
  CHECK(std::isnan(median({})));
}

TEST_CASE("Contestants take turns in blocks, and a round ends when one has no iterations left") {
  std::string order;
  int left = 3;
  std::vector<Contestant> contestants = {
      {.name = "a", .begin = [] {}, .iterate = [&] { return order += 'a', true; }},
      {.name = "b",
       .begin = [] {},
       .iterate = [&] { return order += 'b', left-- > 0; },
       .prepare = [&] { order += '.'; }},
  };
  race(contestants, 2, 1e-9);
  CHECK(order == "aa.b.b");
  order.clear();
  race(contestants, 2, 1e-9);
  CHECK(order == "aa.b.b");
  CHECK(contestants[1].iterations.size() == 3);
  CHECK(contestants[0].blocks.size() == 2);
  CHECK(contestants[1].blocks.size() == 2);
}

TEST_CASE("A row is relative to the yardstick turn by turn, so a slow machine changes nothing") {
  const Contestant ours = {.name = "ours",
                           .begin = {},
                           .iterate = {},
                           .setups = {5},
                           .iterations = {1, 2, 4},
                           .blocks = {1, 2, 4}};
  const Contestant yardstick = {
      .name = "baseline", .begin = {}, .iterate = {}, .iterations = {10, 20, 40}, .blocks = {10, 20, 40}};
  Json row;
  write_times(row, ours, yardstick);
  CHECK(row["relative"] == Json({0.1, 0.1, 0.1}));
  CHECK(row["quartiles_ms"] == Json({1500, 2000, 3000}));
  CHECK(row["ms"] == 1000);
  CHECK(row["median_ms"] == 2000);
  CHECK(row["setup_ms"] == 5000);
  CHECK(row["yardstick"] == "baseline");
}

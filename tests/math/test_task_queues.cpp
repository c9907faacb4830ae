#include <catch2/catch.hpp>
#include <random>
#include <vector>

#include "math/task_queues.h"

using namespace simbench;

namespace {

using Values = std::vector<std::vector<double>>;

struct Need {
  Index queue, round, other, other_round;
};

// Each task computes a number from the numbers that it needs, so that a task that starts too early is found.
Values compute(const std::vector<Need>& needs, Index queues, Index rounds, int threads) {
  const ThreadScope scope(threads);
  TaskQueues tasks(queues, rounds);
  for (const Need& need : needs) tasks.add_need(need.queue, need.round, need.other, need.other_round);
  Values values(static_cast<std::size_t>(queues), std::vector<double>(static_cast<std::size_t>(rounds), 0));
  for (int repetition = 0; repetition < 3; ++repetition) {
    tasks.run([&](Index queue, Index round) {
      double value = 1 + static_cast<double>(queue) + 0.5 * values[queue][round];
      if (round > 0) value += values[queue][round - 1] / 2;
      for (const Need& need : needs) {
        if (need.queue == queue && need.round == round) value += values[need.other][need.other_round] / 3;
      }
      values[queue][round] = value;
    });
  }
  return values;
}

}  // namespace

TEST_CASE("Tasks of queues start after the tasks they need, on any number of threads") {
  const Index queues = GENERATE(1, 2, 3, 5), rounds = 40;
  std::vector<Need> needs;
  std::mt19937 random(1);
  for (Index round = 1; round < rounds; ++round) {
    for (Index queue = 0; queue < queues; ++queue) {
      const Index other = random() % queues;
      if (other != queue) needs.push_back({queue, round, other, static_cast<Index>(random() % round)});
    }
  }
  const Values expected = compute(needs, queues, rounds, 1);
  for (const int threads : {2, 3, 8}) CHECK(compute(needs, queues, rounds, threads) == expected);
}

#include <atomic>
#include <catch2/catch.hpp>
#include <vector>

#include "math/parallel.h"
#include "tests/support/random.h"

using namespace simbench;
using namespace simbench::test;

TEST_CASE("Chunks cover every index once, in pieces that threads do not change") {
  const Index count = GENERATE(0, 1, 255, 256, 257, 512, 10007);
  for (const int threads : {1, 2, 4}) {
    set_thread_count(threads);
    CHECK(thread_count() == threads);
    std::vector<int> visits(static_cast<std::size_t>(count), 0);
    std::vector<int> chunk_visits(static_cast<std::size_t>(chunk_count(count)), 0);
    std::atomic<bool> right_pieces = true;
    parallel_chunks(count, [&](Index begin, Index end, Index chunk) {
      if (begin != chunk * chunk_size || end != std::min(count, begin + chunk_size)) right_pieces = false;
      ++chunk_visits[static_cast<std::size_t>(chunk)];
      for (Index i = begin; i < end; ++i) ++visits[static_cast<std::size_t>(i)];
    });
    CHECK(right_pieces);
    CHECK(visits == std::vector<int>(visits.size(), 1));
    CHECK(chunk_visits == std::vector<int>(chunk_visits.size(), 1));
  }
  set_thread_count(1);
}

TEST_CASE("Sums have the same bits for any number of threads") {
  constexpr Index count = 10007;
  Random random(1);
  VectorX<double> terms(count);
  for (double& term : terms) term = random.normal() * std::pow(10, random.uniform(-8, 8));
  VectorX<double> partial_sums(chunk_count(count));
  const auto sum = [&] { return parallel_sum(count, partial_sums, [&](Index i) { return terms[i]; }); };
  set_thread_count(1);
  const double one = sum();
  REQUIRE(std::abs(one) > 1);
  for (const int threads : {2, 4}) {
    set_thread_count(threads);
    for (int repetition = 0; repetition < 20; ++repetition) CHECK(sum() == one);
  }
  set_thread_count(1);
  double plain = 0;
  for (const double term : terms) plain += term;
  CHECK(one == Approx(plain).epsilon(1e-10));
  CHECK(one != plain);  // the order of additions does show in the bits of these terms
  CHECK(parallel_sum(0, partial_sums, [](Index) { return 1.0; }) == 0);
}

TEST_CASE("There is always at least one thread") {
  set_thread_count(0);
  CHECK(thread_count() == 1);
  set_thread_count(-3);
  CHECK(thread_count() == 1);
}

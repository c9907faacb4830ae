#include <algorithm>
#include <catch2/catch.hpp>
#include <thread>

#include "math/scratch.h"

using namespace simbench;

TEST_CASE("A thread gets the same scratch memory again when it is free") {
  const int* first = nullptr;
  {
    const Scratch<int> scratch(100);
    first = scratch.values().data();
  }
  const Scratch<int> again(60);
  CHECK(again.values().data() == first);
  CHECK(again.values().size() == 60);
}

TEST_CASE("Scratch memory in use is not given out again") {
  const Scratch<int> outer(10);
  std::ranges::fill(outer.values(), 1);
  const auto use = [](int value) {
    for (int depth = 0; depth < 3; ++depth) {
      const Scratch<int> one(10), two(1000);
      std::ranges::fill(one.values(), value);
      std::ranges::fill(two.values(), value + 1);
      if (std::ranges::count(one.values(), value) != 10) return false;
    }
    return true;
  };
  bool right_in_other = false;
  std::jthread other([&] { right_in_other = use(5); });
  CHECK(use(3));
  other.join();
  CHECK(right_in_other);
  CHECK(std::ranges::count(outer.values(), 1) == 10);
}

TEST_CASE("Scratch memory for zero numbers is empty") {
  const Scratch<double> nothing(0);
  CHECK(nothing.values().empty());
}

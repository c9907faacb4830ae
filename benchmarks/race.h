// How time and memory are measured: contestants take turns, so that whatever else the machine does hits all of them.
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "math/types.h"

namespace simbench::benchmarks {

struct Contestant {
  std::string name;
  int threads = 1;
  std::function<void()> begin;    // set-up
  std::function<bool()> iterate;  // one iteration; false if there was none left to do

  std::vector<double> setups = {}, iterations = {};  // [s]
};

// Rounds until so many seconds of iterations are over. In a round every contestant begins, then they take turns in blocks
// of so many iterations (so that a block finds its data in the caches), until one has none left to do or all have done 50.
void race(std::vector<Contestant>& contestants, int block, double seconds);

// The result of a measurement in a process of its own, whose peak memory is its own. An exception there is one here.
nlohmann::json in_child(const std::function<nlohmann::json()>& measurement);
// The most memory that this process has had resident [MB] (VmHWM).
double peak_memory();

}  // namespace simbench::benchmarks

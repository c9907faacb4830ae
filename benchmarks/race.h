// Measures time and memory. Contestants take turns, so other activity of the machine affects all of them in
// the same way.
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
  std::function<void()> begin;         // set-up
  std::function<bool()> iterate;       // one iteration; false if there was none left
  std::function<void()> prepare = {};  // called before each iteration, and not timed

  std::vector<double> setups = {}, iterations = {};  // [s]
  std::vector<double> blocks = {};  // the median of each block, NaN for a block without iterations [s]
};

// Repeats rounds until `seconds` seconds of iterations have passed. In a round, every contestant begins. Then
// they take turns in blocks of `block` iterations, so that a block finds its data in the caches. The round
// ends when one contestant has no iterations left or all have done 50.
void race(std::vector<Contestant>& contestants, int block, double seconds);

// Runs a measurement in its own process, so that the peak memory belongs to the measurement. An exception
// there becomes an exception here.
nlohmann::json in_child(const std::function<nlohmann::json()>& measurement);
// The peak resident memory of this process [MB] (VmHWM).
double peak_memory();

}  // namespace simbench::benchmarks

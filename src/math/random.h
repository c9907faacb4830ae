// Random numbers that are the same on every machine (SplitMix64: Steele, Lea and Flood 2014, figure 19).
#pragma once

#include <cmath>
#include <cstdint>

namespace simbench {

class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    state_ += 0x9e3779b97f4a7c15;
    std::uint64_t bits = state_;
    bits = (bits ^ bits >> 30) * 0xbf58476d1ce4e5b9;
    bits = (bits ^ bits >> 27) * 0x94d049bb133111eb;
    return bits ^ bits >> 31;
  }
  // In [0, 1).
  double uniform() { return std::ldexp(static_cast<double>(next() >> 11), -53); }

 private:
  std::uint64_t state_;
};

}  // namespace simbench

#include <catch2/catch.hpp>

#include "simbench/fastest.h"

using namespace simbench;
using Lines = std::vector<std::string>;

TEST_CASE("The text names the first solver and the times of all, without ratios if each ran once") {
  const std::string once = "  (each solver ran once; --repeat 10 shows how much times vary)";
  CHECK(fastest(1e-6, {{"admm", {0.0224}}, {"qn", {0.007}}}) ==
        Lines{"qn reached 1e-6 in 7 ms of iterations, admm in 22 ms", once});
  CHECK(fastest(1e-3, {{"pd", {50}}, {"pbd", {}}, {"qn", {120}}, {"admm", {52}}, {"xpbd", {}}}) ==
        Lines{"pd reached 0.001 in 50 s of iterations, admm in 52 s", "  qn in 2 min",
              "  not reached by pbd, xpbd", once});
}

TEST_CASE("The spread of the ratio comes from the standard deviations of both") {
  // Means 2 and 6, deviations 0.2 (10 %) and 0.45 (7.5 %): 12.5 % of 3.
  CHECK(fastest(1e-6, {{"admm", {5.55, 6, 6.45}}, {"qn", {1.8, 2, 2.2}}}) ==
        Lines{"qn reached 1e-6 in 2 s of iterations, 3.0 ± 0.4 times faster than admm"});
  CHECK(fastest(1e-6, {{"admm", {600, 640}}, {"qn", {2, 2.1}}}).front().find(" 302 ± 17 times") !=
        std::string::npos);
  CHECK(fastest(1e-6, {{"admm", {6, 6}}, {"qn", {2}}}).front().find("±") == std::string::npos);
}

TEST_CASE("There is no text if nothing can be compared") {
  CHECK(fastest(1e-6, {{"admm", {}}, {"qn", {0.007}}}).empty());
  CHECK(fastest(1e-6, {{"admm", {}}, {"qn", {}}}).empty());
  CHECK(fastest(1e-6, {{"admm", {0.2}}, {"qn", {0}}}).empty());  // reached at the start
}

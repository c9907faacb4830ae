#include <bit>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdint>
#include <random>

#include "config/reader.h"
#include "config/writer.h"
#include "settings.h"

using namespace simbench;
using simbench::test::Settings;

namespace {

nlohmann::ordered_json write(Settings& settings) {
  return config::write([&](config::Fields& fields) { settings.describe(fields); });
}

Settings read_back(const std::string& text) {
  Settings settings;
  config::read(config::Document::parse(text, "a.json"),
               [&](config::Fields& fields) { settings.describe(fields); });
  return settings;
}

}  // namespace

TEST_CASE("Defaults are written out, absent optionals are not") {
  Settings settings;
  settings.shape = "beam";
  CHECK(write(settings).dump() ==
        R"({"time_step":0.01,"iterations":100,"gravity":true,"title":"untitled","precision":"double",)"
        R"("stiffness":"material","up":[0.0,0.0,1.0],"cells":[4,4,16],"frames":[1,2],)"
        R"("solver":{"tolerance":1e-06},)"
        R"("groups":[],"material":{"model":"strain","strain_stiffness":100000.0},)"
        R"("body":{"beam":{"length":1.0}}})");
}

TEST_CASE("What was written reads back to the same values") {
  std::mt19937_64 bits(2);
  const auto number = [&] {
    double value = NAN;
    while (!std::isfinite(value)) value = std::bit_cast<double>(static_cast<std::uint64_t>(bits()));
    return value;
  };
  for (int i = 0; i < 300; ++i) {
    Settings settings;
    settings.time_step = std::abs(number()) + std::numeric_limits<double>::denorm_min();
    settings.stiffness = std::abs(number());
    if (i % 2) settings.stiffness.reset();
    if (i % 3) settings.density = -0.25;
    if (i % 3) settings.seed = static_cast<int>(bits());
    settings.title = "\"\\\n\x01 ä/~";
    settings.up = {number(), -0.0, number()};
    settings.frames = {0, 2147483647};
    settings.has_output = i % 2;
    settings.every = settings.has_output ? i : 1;
    settings.groups = {{"a", number()}, {"", number()}};
    settings.model = i % 2 ? "strain" : "neo_hookean";
    if (settings.model == "neo_hookean") settings.youngs_modulus = number();
    settings.shape = i % 2 ? "beam" : "mesh";
    if (settings.shape == "mesh") settings.mesh_file = "x.node";
    const std::string text = write(settings).dump();
    INFO(text);
    Settings read = read_back(text);
    REQUIRE(read == settings);
    REQUIRE(std::signbit(read.up[1]));
    REQUIRE(write(read).dump() == text);
  }
}

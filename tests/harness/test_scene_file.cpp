// Scene files of all kinds.
#include <catch2/catch.hpp>

#include "base/error.h"
#include "harness/scene_file.h"

using namespace simbench;

TEST_CASE("A rigid scene with directions of any length stays the same when it is written and read again") {
  config::Document document = config::Document::parse(R"({
    "kind": "rigid",
    "bodies": [{"name": "door", "mass": 20, "box": [1, 2, 0.1], "orientation": [0.6, 0, 0.8000000001, 0]}],
    "constraints": [
      {"type": "axis", "bodies": ["world", "door"], "axes": [[3, 1, 0], [0.1, 0.7, 0.3]]},
      {"type": "angle", "bodies": ["world", "door"], "axis": [1e-200, 3e-200, 0]},
      {"type": "contact", "bodies": ["world", "door"], "normal": [1e200, 1e200, 7e200]}],
    "step": {"time_step": 0.01}})",
                                                      "scene.json");
  const nlohmann::ordered_json once = resolved(parse_scene_file(document));
  config::Document again = config::Document::parse(once.dump(), "again.json");
  CHECK(resolved(parse_scene_file(again)).dump() == once.dump());
  for (const auto& [constraint, key] : {std::pair(1, "axis"), std::pair(2, "normal")}) {
    const auto direction = once["constraints"][constraint][key].get<std::vector<double>>();
    CHECK(std::hypot(direction[0], direction[1], direction[2]) == Approx(1).epsilon(1e-15));
  }
}

TEST_CASE("An override without its section names the setting that is meant, also by its symbol") {
  const auto message = [](const char* assignment) -> std::string {
    config::Document document = config::Document::parse(R"({"body": {"beam": {"size": [1, 1, 1], "cells":
      [1, 1, 1]}}, "material": {"model": "strain", "stiffness": 1}, "step": {"time_step": 0.1}})",
                                                        "scene.json");
    try {
      parse_scene_file(document, {assignment});
    } catch (const Error& error) {
      return error.what();
    }
    return "no error";
  };
  using Catch::Matchers::Contains;
  CHECK_THAT(message("k=1e9"), Contains("did you mean material.stiffness (stiffness k of the strain energy"));
  CHECK_THAT(message("h=1"), Contains("did you mean step.time_step (h of the integrator"));
  CHECK_THAT(message("youngs_modulus=1"), Contains("did you mean material.youngs_modulus"));
  CHECK_THAT(message("colour=1"), Contains("unknown key 'colour'") && !Contains("did you mean"));
  CHECK_THAT(message("step.h=1"), Contains("unknown key 'h'") && !Contains("did you mean"));
}

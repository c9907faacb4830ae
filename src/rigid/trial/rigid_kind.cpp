// The entry of rigid scenes in the registry of kinds.
#include "rigid/trial/rigid_scene.h"

namespace simbench {

namespace {

// A scene with every section; a "chain" may replace bodies and constraints. {0} stands for the path of the
// schema, {1} for the number of time steps.
constexpr std::string_view first_scene = R"({{
  "$schema": {0},
  "kind": "rigid",
  "description": "Two rods on ball joints start level, one behind the other, and swing under gravity",
  "comment": "All units are SI: metres, kilograms, seconds. Every object may have a comment.",
  "bodies": [
    {{"name": "upper", "mass": 1, "box": [1, 0.1, 0.1], "position": [0.5, 0, 0]}},
    {{"name": "lower", "mass": 1, "box": [1, 0.1, 0.1], "position": [1.5, 0, 0]}}
  ],
  "constraints": [
    {{
      "comment": "Points are in the frame of their body: this holds the left end of 'upper' at the origin.",
      "bodies": ["world", "upper"],
      "type": "point",
      "points": [[0, 0, 0], [-0.5, 0, 0]]
    }},
    {{"bodies": ["upper", "lower"], "type": "point", "points": [[0.5, 0, 0], [-0.5, 0, 0]]}}
  ],
  "gravity": [0, 0, -9.81],
  "step": {{
    "comment": "Each solver does these iterations in each step.",
    "time_step": 0.01,
    "iterations": 20,
    "steps": {1}
  }},
  "solvers": {{"gs": {{"update": "nonlinear"}}}}
}}
)";

}  // namespace

SceneKind rigid_kind() {
  return {.name = RigidScene().kind(),
          .summary = "rigid bodies and joints",
          .make = []() -> std::unique_ptr<SceneWithSolvers> { return std::make_unique<RigidScene>(); },
          .page = "docs/rigid_scene.md",
          .schema_file = "rigid.schema.json",
          .first_scene = first_scene,
          .first_steps = 100,
          .lists = {}};
}

}  // namespace simbench

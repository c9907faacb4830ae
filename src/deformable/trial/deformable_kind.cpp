// The entry of deformable scenes in the registry of kinds.
#include "config/json_list.h"
#include "deformable/trial/deformable_scene.h"

namespace simbench {

namespace {

using nlohmann::ordered_json;

// A scene with every section. {0} stands for the path of the schema. A "comment" may be in every object.
constexpr std::string_view first_scene = R"({{
  "$schema": {0},
  "kind": "deformable",
  "description": "A beam, held at one end and bent by the other, is let go there and swings under gravity",
  "comment": "All units are SI: metres, kilograms, seconds, pascals. Every object may have a comment.",
  "body": {{"beam": {{"comment": "in metres", "size": [1, 0.2, 0.2], "cells": [10, 2, 2]}}}},
  "density": 1000,
  "masses": "lumped",
  "elements": "linear",
  "material": {{
    "comment": "1e6 Pa is soft rubber. `simbench list materials` names the other laws.",
    "model": "strain",
    "stiffness": 1e6
  }},
  "regions": [],
  "potentials": [],
  "anchors": {{
    "comment": "These act during the steps that are measured.",
    "stiffness": "material",
    "groups": [{{"vertices": {{"select": "x_min"}}}}]
  }},
  "gravity": [0, 0, -9.81],
  "forces": [],
  "initial_velocity": [0, 0, 0],
  "preparation": {{
    "comment": "This bends the body before the first step. Without this section the body starts at rest.",
    "material": {{"model": "stable_neo_hookean", "youngs_modulus": 1e6, "poisson_ratio": 0.45}},
    "anchors": {{
      "groups": [
        {{"vertices": {{"select": "x_min"}}}},
        {{"vertices": {{"select": "x_max"}}, "translation": [0, 0, 0.3]}}
      ]
    }},
    "duration": 1,
    "increments": 6
  }},
  "start": [],
  "instance": 0,
  "step": {{
    "comment": "Each solver does these iterations in each step. A smaller time step is an easier problem.",
    "time_step": 0.01,
    "iterations": 100,
    "steps": {1}
  }},
  "solvers": {{"admm": {{"weight": "auto"}}}}
}}
)";

template <class Make>
ordered_json rows_of(const std::vector<std::string_view>& names, const Make& make) {
  return json_list(names, [&](std::string_view name) {
    return ordered_json({{"name", name}, {"summary", make(name)->summary()}});
  });
}

ordered_json materials() {
  return rows_of(material_names(), make_material);
}
ordered_json potentials() {
  return rows_of(scene_potential_names(), make_scene_potential);
}
ordered_json all_integrators() {
  return json_list(integrators(), [](const IntegratorEntry& entry) {
    return ordered_json({{"name", entry.name}, {"summary", entry.summary}});
  });
}

}  // namespace

SceneKind deformable_kind() {
  return {.name = DeformableScene().kind(),
          .summary = "tets, springs or particles",
          .make = []() -> std::unique_ptr<SceneWithSolvers> { return std::make_unique<DeformableScene>(); },
          .page = "docs/scene.md",
          .schema_file = "scene.schema.json",
          .first_scene = first_scene,
          .first_steps = 1,
          .lists = {{"materials", materials}, {"potentials", potentials}, {"integrators", all_integrators}}};
}

}  // namespace simbench

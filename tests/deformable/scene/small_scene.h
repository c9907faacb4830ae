// A beam of 4 × 1 × 1 cells, and helpers for the tests of scenes and experiments.
#pragma once

#include "deformable/trial/deformable_scene.h"
#include "deformable/trial/preparation.h"
#include "harness/experiment.h"
#include "tests/support/errors.h"

namespace simbench::test {

// 20 vertices, number (i·2 + j)·2 + k at (0.2 i, 0.2 j, 0.2 k); 20 tets.
inline constexpr const char* small_beam = R"({
  "body": {"beam": {"size": [0.8, 0.2, 0.2], "cells": [4, 1, 1]}},
  "density": 1000,
  "material": {"model": "strain", "stiffness": 1e6},
  "step": {"time_step": 0.01, "iterations": 20}
})";

// Both ends turned by 30° in opposite directions.
inline constexpr const char* twist = R"(preparation={
  "material": {"model": "stable_neo_hookean", "youngs_modulus": 1e9, "poisson_ratio": 0.45},
  "anchors": {"groups": [
    {"vertices": {"select": "x_min"},
     "rotation": {"origin": [0, 0.1, 0.1], "axis": [1, 0, 0], "degrees_per_second": 60}},
    {"vertices": {"select": "x_max"},
     "rotation": {"origin": [0, 0.1, 0.1], "axis": [1, 0, 0], "degrees_per_second": -60}}]},
  "duration": 0.5})";

inline SceneFile small_file(const std::vector<std::string>& overrides = {}) {
  return read_scene_file(config::Document::parse(small_beam, "small.json"), overrides);
}

inline Scene small_scene(const std::vector<std::string>& overrides = {}) {
  return small_file(overrides).as<DeformableScene>()->scene;
}

inline Experiment small_experiment(std::string_view solver, const std::vector<std::string>& overrides = {},
                                   const RunOptions& options = {}) {
  return {"small.json", small_file(overrides), std::string(solver), options};
}

// A cache that never finds and never keeps anything.
inline Cache no_cache() {
  return Cache({}, [](const std::string& text) { FAIL("unexpected warning: " << text); });
}

inline std::unique_ptr<PreparedScene> prepared(const Experiment& experiment) {
  return experiment.scene->prepare({no_cache()});
}
inline World world_of(const Scene& scene) {
  return build_world(scene, {no_cache()});
}

// Runs the experiment without a cache.
inline RunResult result_of(const Experiment& experiment, const RunListener& listener = {}) {
  const std::unique_ptr<PreparedScene> start = prepared(experiment);
  return run(*experiment.trial(*start), experiment.length(), experiment.options, {no_cache()}, listener);
}

}  // namespace simbench::test

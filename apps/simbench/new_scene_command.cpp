#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <nlohmann/json.hpp>

#include "base/print_out.h"
#include "experiment/scene_file.h"
#include "simbench/commands.h"

namespace simbench {

namespace fs = std::filesystem;

namespace {

// Every section of a scene. {0} stands for the file of the schema.
constexpr const char* start = R"({{
  "$schema": {0},
  "kind": "deformable",
  "description": "A beam, held at one end and bent by the other, is let go there and swings under gravity",
  "body": {{"beam": {{"size": [1, 0.2, 0.2], "cells": [10, 2, 2]}}}},
  "density": 1000,
  "masses": "lumped",
  "material": {{"model": "strain", "stiffness": 1e6}},
  "regions": [],
  "potentials": [],
  "anchors": {{"stiffness": "material", "groups": [{{"vertices": {{"select": "x_min"}}}}]}},
  "gravity": [0, 0, -9.81],
  "forces": [],
  "initial_velocity": [0, 0, 0],
  "preparation": {{
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
  "step": {{"time_step": 0.01, "iterations": 100, "steps": 1}},
  "solvers": {{"admm": {{"weight": "auto"}}}}
}}
)";

// Unlike the atomic writing of results, this must not replace anything.
void write_new(const fs::path& file, const std::string& contents) {
  const int descriptor = ::open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (descriptor < 0 && errno == EEXIST)
    throw Error(ExitCode::output,
                fmt::format("{}: is there already, and stays as it is; take another name", file.string()));
  const bool written = descriptor >= 0 && ::write(descriptor, contents.data(), contents.size()) ==
                                              static_cast<ssize_t>(contents.size());
  const int error = errno;
  if (descriptor >= 0) ::close(descriptor);
  if (written) return;
  if (descriptor >= 0) ::unlink(file.c_str());
  throw Error(ExitCode::output, fmt::format("{}: cannot write: {}", file.string(), std::strerror(error)));
}

}  // namespace

ExitCode new_scene_command(const std::string& name) {
  const fs::path file = name.ends_with(".json") ? name : name + ".json";
  const fs::path schema = fs::absolute(named_scenes.find("scene.schema.json")).lexically_normal();
  write_new(file, fmt::format(start, nlohmann::json(schema.string()).dump()));
  print_out("{}: written, with every section that a scene can have:\n", file.string());
  const nlohmann::ordered_json scene = scene_schema(DeformableScene::kind);
  for (const auto& [key, section] : scene["properties"].items()) {
    if (section.is_object()) print_out("  {:<17} {}\n", key, section.value("description", ""));
  }
  const std::string given = file.parent_path().empty() ? file.stem().string() : file.string();
  print_out(
      "docs/scene.md has every key with an example. Next:\n  simbench check {0}\n  simbench --scene {0} "
      "--solver all\n",
      given);
  return ExitCode::ok;
}

}  // namespace simbench

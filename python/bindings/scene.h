// Scenes and runs in Python.
#pragma once

#include <nanobind/nanobind.h>

#include "config/document.h"
#include "harness/scene_file.h"

namespace simbench::python {

struct Scene {
  std::string name;  // of its file, for people
  config::Document document;
  SceneFile file;
};

void bind_scene(nanobind::module_& module);
void bind_run(nanobind::module_& module);

}  // namespace simbench::python

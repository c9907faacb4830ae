#include "scene.h"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include "base/nearest_name.h"
#include "deformable/solvers/registry.h"
#include "harness/named_files.h"

namespace simbench::python {

namespace nb = nanobind;

namespace {

using nlohmann::ordered_json;

// `settings_json` is an object of values by dotted path.
Scene scene_of(std::string name, config::Document document, const std::string& settings_json) {
  const ordered_json settings = ordered_json::parse(settings_json);
  for (const auto& [path, value] : settings.items()) document.set_value(path, value, "setting " + path);
  SceneFile file = read_scene_file(document);
  return {std::move(name), std::move(document), std::move(file)};
}

bool minimises(const std::string& solver) {
  if (const SolverEntry* entry = find_solver(solver)) return entry->traits.minimises;
  throw Error(ExitCode::usage,
              "no solver '" + solver + "' of deformable bodies" + did_you_mean(solver, names_of(solvers())));
}

}  // namespace

void bind_scene(nb::module_& module) {
  nb::class_<Scene>(module, "Scene")
      .def_static(
          "from_file",
          [](const std::string& name, const std::string& settings) {
            const std::filesystem::path path = named_scenes.find(name);
            return scene_of(path.filename(), config::Document::read(path), settings);
          },
          nb::arg("name"), nb::arg("settings_json"))
      .def_static(
          "from_text",
          [](const std::string& text, const std::string& settings) {
            return scene_of("scene", config::Document::parse(text, "scene"), settings);
          },
          nb::arg("text"), nb::arg("settings_json"))
      .def(
          "changed",
          [](const Scene& scene, const std::string& settings) {
            return scene_of(scene.name, scene.document, settings);
          },
          nb::arg("settings_json"))
      .def_prop_ro("name", [](const Scene& scene) { return scene.name; })
      .def_prop_ro("kind", [](const Scene& scene) { return scene.file->kind(); })
      .def_prop_ro("description", [](const Scene& scene) { return scene.file->description(); })
      .def_prop_ro("solvers", [](const Scene& scene) { return scene.file->candidates(); })
      .def(
          "declines",
          [](const Scene& scene, const std::string& solver) -> Declines {
            if (!scene.file.has_solver(solver))
              throw Error(ExitCode::usage, "no solver '" + solver + "' for this scene");
            return scene.file->declines(solver, Precision::double_precision);
          },
          nb::arg("solver"))
      .def("json", [](const Scene& scene) { return resolved(scene.file).dump(); })
      .def("check", [](const Scene& scene) { return scene.file->inspect(false).json.dump(); });
  module.def(
      "minimises", minimises, nb::arg("solver"),
      "Whether this solver of the program converges to the minimum of the objective, if it is convex.");
}

}  // namespace simbench::python

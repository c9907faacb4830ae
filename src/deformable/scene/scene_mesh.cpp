// Builds the mesh of a scene, and checks and reads what can only be judged with it.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "deformable/problem/bdf2.h"
#include "deformable/scene/instance.h"
#include "deformable/scene/scene.h"

namespace simbench {

namespace {

// Runs a check that needs the mesh, such as whether a selection holds anything. Adds the place in the
// document to the Error that `check` throws.
void check_at(const std::string& pointer, const config::Document& document,
              const std::function<void()>& check) {
  try {
    check();
  } catch (const Error& error) {
    throw Error(error.code(), document.where(pointer) + ": " + error.what());
  }
}

void check_anchors(const Anchors& anchors, const std::string& pointer, const TetMesh& mesh,
                   const config::Document& document) {
  for (std::size_t i = 0; i < anchors.groups.size(); ++i) {
    check_at(fmt::format("{}/groups/{}/vertices", pointer, i), document,
             [&] { anchors.groups[i].vertices.of(mesh.rest_positions, "vertex"); });
  }
  check_at(pointer, document, [&] { anchors.refuse_contradictions(mesh); });
}

}  // namespace

void build_mesh(Scene& scene, const config::Document& document, const std::filesystem::path& set_folder,
                SharedObjects& shared) {
  scene.folder = document.folder();
  try {
    BodyFile* const file = scene.body.file();
    if (file) {
      std::vector<std::filesystem::path> folders = {document.folder()};
      if (document.was_set(scene.body.source()))
        folders.insert(folders.begin(), set_folder.empty() ? std::filesystem::current_path() : set_folder);
      scene.folder = folder_that_has(file->path, folders);
    }
    const Cache cache = Cache::without_warnings();
    const std::shared_ptr<const MeshFile> built = shared_mesh(scene.body, scene.folder, cache, shared);
    if (file) file->sha256 = built->sha256;
    scene.mesh = {built, &built->mesh};
    scene.mesh_notes = built->notes;
    if (scene.body.elements == ElementOrder::quadratic) {
      // An edge more than doubles the vertices, and a tet couples ten of them.
      if (const double most = largest_tet_count / 8; static_cast<double>(scene.mesh->tet_count()) > most)
        throw Error(ExitCode::mesh, fmt::format("{} quadratic tets; more than {:g} are refused",
                                                scene.mesh->tet_count(), most));
      scene.mesh = std::make_shared<const TetMesh>(with_middles(*scene.mesh));
    }
  } catch (const Error& error) {
    throw Error(error.code(), document.where(scene.body.source()) + ": " + error.what());
  }
  scene.written_mesh = scene.mesh;
  if (scene.instance != 0) {
    if (const auto reason = why_no_instances(resolved(scene)))
      throw Error(ExitCode::usage, document.where(reason->pointer) + ": " + reason->sentence);
    scene.mesh = std::make_shared<const TetMesh>(renumbered(*scene.mesh, scene.instance));
  }
  for (std::size_t i = 0; i < scene.start.size(); ++i) {
    check_at(fmt::format("/start/{}/vertices", i), document,
             [&] { scene.start[i].vertices.of(scene.mesh->rest_positions, "vertex"); });
  }
  for (std::size_t i = 0; i < scene.regions.size(); ++i) {
    check_at(fmt::format("/regions/{}/tets", i), document, [&] { scene.regions[i].tets.of(*scene.mesh); });
  }
  for (std::size_t i = 0; i < scene.potentials.size(); ++i) {
    check_at(fmt::format("/potentials/{}", i), document,
             [&] { scene.potentials[i].potential->element_count(scene.mesh); });
  }
  for (std::size_t i = 0; i < scene.forces.size(); ++i) {
    check_at(fmt::format("/forces/{}/vertices", i), document,
             [&] { scene.forces[i].vertices.of(scene.mesh->rest_positions, "vertex"); });
  }
  check_anchors(scene.anchors, "/anchors", *scene.mesh, document);
  if (scene.preparation)
    check_anchors(scene.preparation->anchors, "/preparation/anchors", *scene.mesh, document);
  const PlaceOfPoints place{*scene.mesh, scene.instance, document, set_folder};
  if (scene.state) {
    scene.checkpoint = std::make_shared<const Checkpoint>(scene.state->read(
        place, scene.step.substep(), scene.step.integrator == Bdf2::name, scene.state_warnings));
  }
  if (scene.step.start == StepStart::given) {
    scene.given_start = std::make_shared<const Positions<double>>(
        place.read(scene.step.start_file, "/step/start_file", PointQuantity::positions));
  }
}

}  // namespace simbench

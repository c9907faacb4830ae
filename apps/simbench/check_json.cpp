#include "simbench/check_json.h"

#include "experiment/hold.h"

namespace simbench {

namespace {

using nlohmann::ordered_json;

ordered_json mesh_json(const Scene& scene, const MeshQuality& quality) {
  ordered_json tags = ordered_json::array();
  for (const auto& [tag, tets] : quality.tets_of_tag) tags.push_back({{"tag", tag}, {"tets", tets}});
  return {{"tets", scene.mesh->tet_count()},
          {"vertices", scene.mesh->vertex_count()},
          {"components", quality.components},
          {"coincident_vertices", quality.coincident_vertices},
          {"smallest_dihedral_angle", quality.smallest_dihedral_angle},
          {"largest_dihedral_angle", quality.largest_dihedral_angle},
          {"worst_aspect_ratio", quality.worst_aspect_ratio},
          {"volume", quality.volume},
          {"smallest_tet_volume", quality.smallest_tet_volume},
          {"largest_tet_volume", quality.largest_tet_volume},
          {"tags", tags},
          {"notes", scene.mesh_notes}};
}

ordered_json anchors_json(const Anchors& anchors, const MaterialChoice& material, const TetMesh& mesh) {
  ordered_json groups = ordered_json::array();
  for (const Hold& hold : holds(anchors, material.stiffness(), mesh)) {
    groups.push_back({{"selection", hold.selection},
                      {"vertices", hold.vertices},
                      {"stiffness", anchors.are_hard() ? ordered_json("hard") : ordered_json(hold.stiffness)},
                      {"share", hold.share}});
  }
  return {{"groups", groups}, {"loose_components", loose_components(anchors, mesh)}};
}

ordered_json solvers_json(const SceneFile& file) {
  ordered_json list = ordered_json::array();
  for (const ConfiguredSolver& solver : file.candidates()) {
    const Declines reason = declines(file.scene, solver);
    list.push_back(
        {{"name", solver.name()}, {"declines", reason ? ordered_json(*reason) : ordered_json(nullptr)}});
  }
  return list;
}

ordered_json derivatives_json(const std::vector<DerivativeTest>& derivatives) {
  ordered_json list = ordered_json::array();
  for (const DerivativeTest& test : derivatives) {
    list.push_back({{"derivative", test.derivative},
                    {"term", test.term},
                    {"passed", test.passed()},
                    {"slope", test.slope}});  // infinity becomes null
  }
  return list;
}

ordered_json regions_json(const Scene& scene) {
  ordered_json regions = ordered_json::array();
  for (const Region& region : scene.regions) {
    const std::size_t tets = region.tets.of(*scene.mesh).size();
    regions.push_back({{"material", region.material.model}, {"tets", tets}});
  }
  return regions;
}

ordered_json potentials_json(const Scene& scene) {
  ordered_json list = ordered_json::array();
  for (const PotentialChoice& choice : scene.potentials)
    list.push_back({{"type", choice.type}, {"elements", choice.potential->element_count(scene.mesh)}});
  return list;
}

}  // namespace

ordered_json check_json(const std::string& name, const SceneFile& file, const Inspection& seen,
                        const std::optional<std::vector<DerivativeTest>>& derivatives) {
  const Scene& scene = file.scene;
  const Index tets = scene.mesh->tet_count();
  ordered_json document = {
      {"scene", name},
      {"description", scene.description},
      {"mesh", mesh_json(scene, seen.quality)},
      {"mass", seen.mass},
      {"material", scene.material.model},
      {"regions", regions_json(scene)},
      {"potentials", potentials_json(scene)},
      {"anchors", anchors_json(scene.anchors, scene.material, *scene.mesh)},
      {"preparation", nullptr},
      {"step",
       {{"time_step", scene.step.time_step},
        {"steps", scene.step.steps},
        {"iterations", scene.step.iterations}}},
      {"memory", {{"iterations", memory_estimate(tets, "pd")}, {"newton", memory_estimate(tets, "newton")}}},
      {"condition", nullptr},
      {"single_precision_error", nullptr},
      {"drifts_in_single_precision", seen.drifts_in_single_precision},
      {"solvers", solvers_json(file)},
      {"derivatives", nullptr}};
  if (const auto& preparation = scene.preparation)
    document["preparation"] = anchors_json(preparation->anchors, preparation->material, *scene.mesh);
  if (seen.condition) {
    document["condition"] = *seen.condition;
    document["single_precision_error"] = seen.single_precision_error;
  }
  if (derivatives) document["derivatives"] = derivatives_json(*derivatives);
  return document;
}

}  // namespace simbench

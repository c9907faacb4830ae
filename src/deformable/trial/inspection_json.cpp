#include "deformable/trial/inspection_json.h"

#include "config/json_list.h"
#include "deformable/trial/hold.h"

namespace simbench {

namespace {

using nlohmann::ordered_json;

ordered_json mesh_json(const Scene& scene, const MeshQuality& quality) {
  const ordered_json tags = json_list(quality.tets_of_tag, [](const auto& tag) {
    return ordered_json({{"tag", tag.first}, {"tets", tag.second}});
  });
  return {{"tets", scene.mesh->tet_count()},
          {"triangles", scene.mesh->triangle_count()},
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
  const auto group = [&](const Hold& hold) {
    return ordered_json(
        {{"selection", hold.selection},
         {"vertices", hold.vertices},
         {"stiffness", anchors.are_hard() ? ordered_json("hard") : ordered_json(hold.stiffness)},
         {"share", hold.share}});
  };
  return {{"groups", json_list(holds(anchors, material.stiffness(), mesh), group)},
          {"loose_components", loose_components(anchors, mesh)}};
}

ordered_json derivative_json(const DerivativeTest& test) {
  return {{"derivative", test.derivative},
          {"term", test.term},
          {"passed", test.passed()},
          {"slope", test.slope}};  // JSON writes infinity as null
}

ordered_json near_rest_json(const MaterialChoice& choice) {
  if (!choice.material) return nullptr;
  const RestResponse rest = choice.material->at_rest();
  return {{"stress", rest.stress},
          {"youngs_modulus", rest.youngs_modulus},
          {"poisson_ratio", rest.poisson_ratio}};
}

ordered_json regions_json(const Scene& scene) {
  return json_list(scene.regions, [&](const Region& region) {
    return ordered_json({{"material", region.material.model},
                         {"near_rest", near_rest_json(region.material)},
                         {"tets", region.tets.of(*scene.mesh).size()}});
  });
}

ordered_json potentials_json(const Scene& scene) {
  return json_list(scene.potentials, [&](const PotentialChoice& choice) {
    return ordered_json({{"type", choice.type}, {"elements", choice.potential->element_count(scene.mesh)}});
  });
}

}  // namespace

ordered_json inspection_json(const Scene& scene, const ProblemQuality& quality,
                             const std::optional<std::vector<DerivativeTest>>& derivatives) {
  ordered_json document = {
      {"mesh", mesh_json(scene, quality.mesh)},
      {"mass", quality.mass},
      {"material", scene.material.material ? ordered_json(scene.material.model) : ordered_json(nullptr)},
      {"near_rest", near_rest_json(scene.material)},
      {"regions", regions_json(scene)},
      {"potentials", potentials_json(scene)},
      {"anchors", anchors_json(scene.anchors, scene.material, *scene.mesh)},
      {"preparation", nullptr},
      {"hard_constraints", nullptr},
      {"step",
       {{"time_step", scene.step.time_step},
        {"steps", scene.step.steps},
        {"substeps", scene.step.substeps},
        {"iterations", scene.step.iterations}}},
      {"condition", nullptr},
      {"single_precision_error", nullptr},
      {"drifts_in_single_precision", quality.drifts_in_single_precision},
      {"state_warnings", scene.state_warnings},
      {"derivatives", nullptr}};
  if (const auto& preparation = scene.preparation)
    document["preparation"] = anchors_json(preparation->anchors, preparation->material, *scene.mesh);
  if (quality.condition) {
    document["condition"] = *quality.condition;
    document["single_precision_error"] = quality.single_precision_error;
  }
  if (derivatives) document["derivatives"] = json_list(*derivatives, derivative_json);
  return document;
}

}  // namespace simbench

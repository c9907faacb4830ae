// The lines that `simbench check` prints about a deformable scene.
#include <fmt/ranges.h>

#include "base/counted.h"
#include "deformable/scene/world.h"
#include "deformable/solvers/kernels/hard_rows.h"
#include "deformable/trial/deformable_scene.h"
#include "deformable/trial/hold.h"
#include "deformable/trial/inspection_json.h"

namespace simbench {

namespace {

// "3 (12 tets), 7 (1 tet)".
std::string tags_text(const std::map<int, Index>& tets_of_tag) {
  std::vector<std::string> tags;
  for (const auto& [tag, tets] : tets_of_tag)
    tags.push_back(fmt::format("{} ({})", tag, counted(tets, "tet")));
  return fmt::format("{}", fmt::join(tags, ", "));
}

void add_body(InspectionLines& lines, const Scene& scene, const ProblemQuality& quality) {
  if (scene.mesh->triangle_count() > 0) {
    lines.add("surface", "{}, {}, {}", counted(scene.mesh->triangle_count(), "triangle"),
              counted(scene.mesh->vertex_count(), "vertex", "vertices"),
              counted(quality.mesh.components, "component"));
    for (const std::string& note : scene.mesh_notes) lines.add("", "{}", note);
    lines.add("area", "{:.6g} m^2, {:g} m thick",
              triangle_areas(*scene.mesh, scene.mesh->rest_positions).sum(), scene.mesh->thickness);
    lines.add("mass", "{:.6g} kg", quality.mass);
    return;
  }
  if (!scene.body.has_tets()) {
    lines.add("body", "{}", counted(scene.mesh->vertex_count(), "particle"));
    lines.add("mass", "{:g} kg", quality.mass);
    return;
  }
  const MeshQuality& mesh = quality.mesh;
  const auto separate = mesh.components > 1 ? " (parts that no tet connects)" : "";
  lines.add("mesh", "{}, {}, {}{}",
            counted(scene.mesh->tet_count(), scene.mesh->is_quadratic() ? "quadratic tet" : "tet"),
            counted(scene.mesh->vertex_count(), "vertex", "vertices"), counted(mesh.components, "component"),
            separate);
  for (const std::string& note : scene.mesh_notes) lines.add("", "{}", note);
  lines.add("quality", "dihedral angles {:.1f} to {:.1f} degrees, worst aspect ratio {:.3g} (1: regular tet)",
            mesh.smallest_dihedral_angle, mesh.largest_dihedral_angle, mesh.worst_aspect_ratio);
  lines.add("volume", "{:.6g} m^3; tets {:.3g} to {:.3g} m^3", mesh.volume, mesh.smallest_tet_volume,
            mesh.largest_tet_volume);
  if (!mesh.tets_of_tag.empty()) lines.add("tags", "{}", tags_text(mesh.tets_of_tag));
  lines.add("mass", "{:.6g} kg", quality.mass);
  constexpr double large = 100;  // [m]
  const Eigen::Vector3d size =
      scene.mesh->rest_positions.rowwise().maxCoeff() - scene.mesh->rest_positions.rowwise().minCoeff();
  if (size.maxCoeff() > large) {
    lines.add("warning",
              "the body is {:.3g} m long and has a mass of {:.3g} kg; if its coordinates are millimetres, "
              "convert it with --scale 1e-3",
              size.maxCoeff(), quality.mass);
  }
  if (mesh.coincident_vertices > 0) {
    lines.add("warning",
              "{} at the place of another vertex (within 1e-9 of the body's diagonal): the parts that meet "
              "there are not connected; merge the vertices in the mesher if they should be",
              counted(mesh.coincident_vertices, "vertex lies", "vertices lie"));
  }
}

void add_rest(InspectionLines& lines, std::string_view where, const MaterialChoice& choice) {
  if (!choice.material) return;
  const RestResponse rest = choice.material->at_rest();
  if (std::abs(rest.stress) > 1e-9 * rest.youngs_modulus) {
    lines.add("warning",
              "{} {} has a stress of {:g} Pa along each stretch at rest: the body deforms without any load",
              where, choice.model, rest.stress);
  } else {
    lines.add("near rest", "{} {} is linear elasticity of E = {:.6g} Pa and nu = {:.4g}", where, choice.model,
              rest.youngs_modulus, rest.poisson_ratio);
  }
}

// Adds the anchors of a phase: of the steps or of the preparation.
void add_anchors(InspectionLines& lines, const char* phase, const Anchors& anchors,
                 const MaterialChoice& material, const TetMesh& mesh) {
  for (const Hold& hold : holds(anchors, material.stiffness(), mesh)) {
    const std::string vertices = counted(hold.vertices, "vertex", "vertices");
    if (anchors.are_hard()) {
      lines.add(phase, "{}: {} held exactly", hold.selection, vertices);
      continue;
    }
    if (mesh.tet_count() == 0) {
      lines.add(phase, "{}: {} on springs of k_s = {:g} N/m each", hold.selection, vertices, hold.stiffness);
      continue;
    }
    lines.add(
        phase,
        "{}: {} on springs of k_s = {:g} N/m each; if the body is pulled, they move by about {:.2g} % of "
        "its elongation",
        hold.selection, vertices, hold.stiffness, 100 * hold.share);
  }
}

void add_anchors(InspectionLines& lines, const Scene& scene, const ProblemQuality& quality) {
  add_anchors(lines, "anchors", scene.anchors, scene.material, *scene.mesh);
  const std::vector<Hold> held = holds(scene.anchors, scene.material.stiffness(), *scene.mesh);
  if (!held.empty() && !scene.anchors.are_hard() && scene.gravity.cwiseAbs().maxCoeff() > 0) {
    lines.add("", "at rest under gravity they sag by {:.2g} m on average (m g / sum of k_s)",
              sag(held, quality.mass, scene.gravity));
  }
  if (scene.preparation)
    add_anchors(lines, "preparation", scene.preparation->anchors, scene.preparation->material, *scene.mesh);
  // A scene without anchors is meant to be free.
  const auto warn_of_loose = [&](const Anchors& anchors, const char* consequence) {
    const bool is_particles = scene.mesh->tet_count() + scene.mesh->triangle_count() == 0;
    const bool is_free = anchors.groups.empty() || is_particles;
    const int loose = is_free ? 0 : loose_components(anchors, *scene.mesh);
    if (loose > 0)
      lines.add("warning", "{} of {} without anchors: {}", loose,
                counted(quality.mesh.components, "component is", "components are"), consequence);
  };
  warn_of_loose(scene.anchors, "they move freely during the steps");
  if (scene.preparation) warn_of_loose(scene.preparation->anchors, "the preparation leaves them at rest");
}

void add_hard_constraints(InspectionLines& lines, const JacobianRank& hard, Index unknowns) {
  if (hard.constraints == 0) return;
  lines.add("hard", "{} on {}, their Jacobian J has rank {} at rest",
            counted(hard.constraints, "hard constraint"), counted(unknowns, "unknown"), hard.rank);
  if (hard.rank < hard.constraints)
    lines.add("warning",
              "{} of the hard constraints are redundant at rest. kkt and xpbd_global cannot solve redundant "
              "constraints; xpbd and pbd can, but the body may lock",
              hard.constraints - hard.rank);
}

void add_step(InspectionLines& lines, const Scene& scene, const ProblemQuality& quality) {
  const StepSettings& step = scene.step;
  std::string parts = step.substeps > 1 ? counted(step.substeps, "substep") + " of " : "";
  if (scene.lags() > 1) parts += counted(scene.lags(), "lag") + " of ";
  lines.add("step", "h = {:g} s, {} of {}{}", step.substep(), counted(step.steps, "step"), parts,
            counted(step.iterations, "iteration"));
  if (!quality.condition) {
    lines.add("condition", "S = M/h^2 + sum k V D'D is not positive definite in double precision");
    return;
  }
  lines.add("condition", "{:.2g} of S = M/h^2 + sum k V D'D at this time step", *quality.condition);
  if (quality.drifts_in_single_precision) {
    lines.add(
        "warning",
        "in single precision a solve for positions may be wrong by up to {:.2g} m: the body will drift and "
        "gain momentum. Use double, or solvers.pd.global_step=increment",
        quality.single_precision_error);
  }
}

std::vector<DerivativeTest> derivative_tests(const IncrementalPotential<double>& problem) {
  const TetMesh& mesh = *problem.mesh;
  const double edge = mesh.triangle_count() > 0 ? std::sqrt(triangle_areas(mesh, mesh.rest_positions).mean())
                                                : std::cbrt(tet_volumes(mesh, mesh.rest_positions).mean());
  // A rotated and stretched body, so that no derivative vanishes by symmetry.
  const Matrix3<double> deformation =
      Eigen::AngleAxisd(0.5, Vector3<double>(1, 2, 3).normalized()).toRotationMatrix() *
      Vector3<double>(1.1, 0.95, 1.05).asDiagonal();
  return test_derivatives(problem, deformation * mesh.rest_positions, 0.1 * edge);
}

void add_derivatives(InspectionLines& lines, const std::vector<DerivativeTest>& derivatives) {
  for (const DerivativeTest& test : derivatives) {
    lines.add("derivative", "{} of {}: {} (slope {}; right: 2, wrong: 1, quadratic: inf)", test.derivative,
              test.term, test.passed() ? "right" : "WRONG", fmt::format("{:.3f}", test.slope));
  }
}

}  // namespace

Inspection DeformableScene::inspect(bool derivatives) const {
  const World world = world_at_rest(scene);
  const IncrementalPotential<double> problem = step_problem(scene, world, world.start, 1);
  const ProblemQuality quality = problem_quality(problem);
  HardRows<double> rows(problem);
  rows.linearise(problem.mesh->rest_positions);
  const JacobianRank hard = rows.rank();
  const Index unknowns = 3 * (problem.vertex_count() - static_cast<Index>(problem.held_vertices.size()));
  std::optional<std::vector<DerivativeTest>> tests;
  if (derivatives) tests = derivative_tests(problem);

  Inspection inspection;
  InspectionLines& lines = inspection.lines;
  add_body(lines, scene, quality);
  for (const auto& potential : problem.potentials) {
    if (!potential->is_material()) continue;
    const bool is_of_tets = potential->reduced_size() == 9;
    const int points = is_of_tets && scene.mesh->is_quadratic() ? QuadraticTetStencil::points : 1;
    lines.add("material", "{} of {}", potential->law(),
              counted(potential->element_count() / points, is_of_tets ? "tet" : "element"));
  }
  add_rest(lines, "the body's", scene.material);
  for (std::size_t i = 0; i < scene.regions.size(); ++i)
    add_rest(lines, fmt::format("region {}'s", i), scene.regions[i].material);
  add_anchors(lines, scene, quality);
  add_hard_constraints(lines, hard, unknowns);
  add_step(lines, scene, quality);
  for (const std::string& warning : scene.state_warnings) lines.add("warning", "{}", warning);
  if (tests) add_derivatives(lines, *tests);
  inspection.json = inspection_json(scene, quality, tests);
  if (hard.constraints > 0) {
    inspection.json["hard_constraints"] = {
        {"count", hard.constraints}, {"rank", hard.rank}, {"unknowns", unknowns}};
  }
  inspection.passed = !tests || std::ranges::all_of(*tests, &DerivativeTest::passed);
  return inspection;
}

}  // namespace simbench

// What `simbench check` says of a scene.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/counted.h"
#include "base/print_out.h"
#include "experiment/hold.h"
#include "experiment/inspection.h"
#include "problem/derivative_test.h"
#include "scene/world.h"
#include "simbench/check_json.h"
#include "simbench/check_rigid.h"
#include "simbench/commands.h"

namespace simbench {

namespace {

template <class... Values>
void row(std::string_view what, fmt::format_string<Values...> format, Values&&... values) {
  print_out("  {:<14} {}\n", what, fmt::format(format, std::forward<Values>(values)...));
}

// "3 (12 tets), 7 (1 tet)".
std::string tags_text(const std::map<int, Index>& tets_of_tag) {
  std::vector<std::string> tags;
  for (const auto& [tag, tets] : tets_of_tag)
    tags.push_back(fmt::format("{} ({})", tag, counted(tets, "tet")));
  return fmt::format("{}", fmt::join(tags, ", "));
}

void print_body(const Scene& scene, const Inspection& seen) {
  if (!scene.body.has_tets()) {
    row("body", "{}", counted(scene.mesh->vertex_count(), "particle"));
    row("mass", "{:g} kg", seen.mass);
    return;
  }
  const MeshQuality& quality = seen.quality;
  const auto separate = quality.components > 1 ? " (parts that no tet connects)" : "";
  row("mesh", "{}, {}, {}{}", counted(scene.mesh->tet_count(), "tet"),
      counted(scene.mesh->vertex_count(), "vertex", "vertices"), counted(quality.components, "component"),
      separate);
  for (const std::string& note : scene.mesh_notes) row("", "{}", note);
  row("quality", "dihedral angles {:.1f} to {:.1f} degrees, worst aspect ratio {:.3g} (1: regular tet)",
      quality.smallest_dihedral_angle, quality.largest_dihedral_angle, quality.worst_aspect_ratio);
  row("volume", "{:.6g} m^3; tets {:.3g} to {:.3g} m^3", quality.volume, quality.smallest_tet_volume,
      quality.largest_tet_volume);
  if (!quality.tets_of_tag.empty()) row("tags", "{}", tags_text(quality.tets_of_tag));
  row("mass", "{:.6g} kg", seen.mass);
  if (quality.coincident_vertices > 0) {
    row("warning",
        "{} where another one does (within 1e-9 of the body's diagonal): what meets there is "
        "not joined; merge "
        "them in the mesher if it shall be",
        counted(quality.coincident_vertices, "vertex lies", "vertices lie"));
  }
}

void print_rest(std::string_view where, const MaterialChoice& choice) {
  if (!choice.material) return;
  const RestResponse rest = choice.material->at_rest();
  if (std::abs(rest.stress) > 1e-9 * rest.youngs_modulus) {
    row("warning", "{} {} has a stress of {:g} Pa along each stretch at rest: it does not stay as it is",
        where, choice.model, rest.stress);
  } else {
    row("near rest", "{} {} is linear elasticity of E = {:.6g} Pa and nu = {:.4g}", where, choice.model,
        rest.youngs_modulus, rest.poisson_ratio);
  }
}

// The anchors of a phase: the steps', or the preparation's.
void print_anchors(const char* phase, const Anchors& anchors, const MaterialChoice& material,
                   const TetMesh& mesh) {
  for (const Hold& hold : holds(anchors, material.stiffness(), mesh)) {
    const std::string vertices = counted(hold.vertices, "vertex", "vertices");
    if (anchors.are_hard()) {
      row(phase, "{}: {} held exactly", hold.selection, vertices);
      continue;
    }
    if (mesh.tet_count() == 0) {
      row(phase, "{}: {} on springs of k_s = {:g} N/m each", hold.selection, vertices, hold.stiffness);
      continue;
    }
    row(phase,
        "{}: {} on springs of k_s = {:g} N/m each, a soft hold and no hard one; they give way by "
        "about {:.2g} % "
        "of what the body is stretched by from there",
        hold.selection, vertices, hold.stiffness, 100 * hold.share);
  }
}

void print_anchors(const Scene& scene, const Inspection& seen) {
  print_anchors("anchors", scene.anchors, scene.material, *scene.mesh);
  const std::vector<Hold> held = holds(scene.anchors, scene.material.stiffness(), *scene.mesh);
  if (!held.empty() && !scene.anchors.are_hard() && scene.gravity.norm() > 0) {
    row("",
        "at rest under gravity they hang {:.2g} m on average away from where they are held (m g / sum of "
        "k_s)",
        sag(held, seen.mass, scene.gravity));
  }
  if (scene.preparation)
    print_anchors("preparation", scene.preparation->anchors, scene.preparation->material, *scene.mesh);
  // Where nothing is held at all, the body is meant to be free.
  const auto warn_of_loose = [&](const Anchors& anchors, const char* consequence) {
    const bool is_free = anchors.groups.empty() || !scene.body.has_tets();
    const int loose = is_free ? 0 : loose_components(anchors, *scene.mesh);
    if (loose > 0)
      row("warning", "{} of {} held by nothing: {}", loose,
          counted(seen.quality.components, "component is", "components are"), consequence);
  };
  warn_of_loose(scene.anchors, "they move freely during the steps");
  if (scene.preparation) warn_of_loose(scene.preparation->anchors, "the preparation leaves them at rest");
}

void print_step(const Scene& scene, const Inspection& seen) {
  row("step", "h = {:g} s, {} of {}", scene.step.time_step, counted(scene.step.steps, "step"),
      counted(scene.step.iterations, "iteration"));
  row("memory", "about {:.0f} MB for iterations, {:.0f} MB for newton and for finding f*",
      memory_estimate(scene.mesh->tet_count(), "pd") / 1e6,
      memory_estimate(scene.mesh->tet_count(), "newton") / 1e6);
  if (!seen.condition) {
    row("condition", "S = M/h^2 + sum k V D'D is not positive definite in double precision");
    return;
  }
  row("condition", "{:.2g} of S = M/h^2 + sum k V D'D at this time step", *seen.condition);
  if (seen.drifts_in_single_precision) {
    row("warning",
        "in single precision a solve for positions may be wrong by up to {:.2g} m: the body will drift and "
        "gain "
        "momentum. "
        "Use double, or solvers.pd.global_step=increment",
        seen.single_precision_error);
  }
}

std::vector<DerivativeTest> derivative_tests(const IncrementalPotential<double>& problem) {
  const TetMesh& mesh = *problem.mesh;
  const double edge = std::cbrt(tet_volumes(mesh, mesh.rest_positions).mean());
  // Turned and stretched, so that no derivative vanishes by symmetry.
  const Matrix3<double> deformation =
      Eigen::AngleAxisd(0.5, Vector3<double>(1, 2, 3).normalized()).toRotationMatrix() *
      Vector3<double>(1.1, 0.95, 1.05).asDiagonal();
  return test_derivatives(problem, deformation * mesh.rest_positions, 0.1 * edge);
}

void print_check(const std::string& name, const SceneFile& file, const Inspection& seen,
                 const Potentials<double>& potentials,
                 const std::optional<std::vector<DerivativeTest>>& derivatives) {
  const Scene& scene = file.as<DeformableScene>()->scene;
  print_out("{}: good\n", name);
  print_body(scene, seen);
  for (const auto& potential : potentials) {
    if (potential->is_material())
      row("material", "{} of {}", potential->law(),
          counted(potential->element_count(), potential->reduced_size() == 9 ? "tet" : "element"));
  }
  print_rest("the body's", scene.material);
  for (std::size_t i = 0; i < scene.regions.size(); ++i)
    print_rest(fmt::format("region {}'s", i), scene.regions[i].material);
  print_anchors(scene, seen);
  print_step(scene, seen);
  print_declining(file);
  for (const DerivativeTest& test : derivatives.value_or(std::vector<DerivativeTest>{})) {
    row("derivative", "{} of {}: {} (slope {:.3f}; right: 2, wrong: 1, quadratic: inf)", test.derivative,
        test.term, test.passed() ? "right" : "WRONG", test.slope);
  }
}

}  // namespace

namespace {

ExitCode check_rigid(const CheckArguments& arguments, const std::string& name, const SceneFile& file) {
  if (arguments.derivatives)
    throw Error(ExitCode::usage, "--derivatives: of potentials, and a scene of rigid bodies has none");
  if (arguments.json) {
    print_json(check_rigid_json(name, file));
  } else {
    print_rigid_check(name, file);
  }
  return ExitCode::ok;
}

}  // namespace

ExitCode check_command(const CheckArguments& arguments) {
  const std::filesystem::path path = named_scenes.find(arguments.scene);
  const SceneFile file = read_scene_file(config::Document::read(path), arguments.overrides);
  if (file.as<RigidScene>()) return check_rigid(arguments, path.string(), file);
  const Scene& scene = file.as<DeformableScene>()->scene;
  const World world = world_at_rest(scene);
  const IncrementalPotential<double> problem = step_problem(scene, world, world.start, 1);
  const Inspection seen = inspect(problem);
  std::optional<std::vector<DerivativeTest>> derivatives;
  if (arguments.derivatives) derivatives = derivative_tests(problem);
  if (arguments.json) {
    print_json(check_json(path.string(), file, seen, derivatives));
  } else {
    print_check(path.string(), file, seen, problem.potentials, derivatives);
  }
  const bool passed = !derivatives || std::all_of(derivatives->begin(), derivatives->end(),
                                                  [](const DerivativeTest& test) { return test.passed(); });
  return passed ? ExitCode::ok : ExitCode::check_failed;
}

}  // namespace simbench

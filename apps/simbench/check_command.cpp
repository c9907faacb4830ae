// What `simbench check` says of a scene.
#include <fmt/format.h>

#include "experiment/inspection.h"
#include "problem/derivative_test.h"
#include "scene/world.h"
#include "simbench/commands.h"

namespace simbench {

namespace {

template <class... Values>
void row(std::string_view what, fmt::format_string<Values...> format, Values&&... values) {
  fmt::print("  {:<14} {}\n", what, fmt::format(format, std::forward<Values>(values)...));
}

void print_body(const Scene& scene, const Inspection& seen) {
  const MeshQuality& quality = seen.quality;
  const auto separate = quality.components > 1 ? " (parts that no tet connects)" : "";
  row("mesh", "{} tets, {} vertices, {} component{}{}", scene.mesh->tet_count(), scene.mesh->vertex_count(),
      quality.components, quality.components == 1 ? "" : "s", separate);
  for (const std::string& note : scene.mesh_notes) row("", "{}", note);
  row("quality", "dihedral angles {:.1f} to {:.1f} degrees, worst aspect ratio {:.3g} (1: regular tet)",
      quality.smallest_dihedral_angle, quality.largest_dihedral_angle, quality.worst_aspect_ratio);
  row("volume", "{:.6g} m^3; tets {:.3g} to {:.3g} m^3", quality.volume, quality.smallest_tet_volume,
      quality.largest_tet_volume);
  row("mass", "{:.6g} kg", seen.mass);
}

void print_step(const Scene& scene, const Inspection& seen) {
  row("step", "h = {:g} s, {} step{} of {} iterations", scene.step.time_step, scene.step.steps,
      scene.step.steps == 1 ? "" : "s", scene.step.iterations);
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

// False if a derivative is wrong.
bool print_derivatives(const ImplicitEulerProblem<double>& problem) {
  const TetMesh& mesh = *problem.mesh;
  const double edge = std::cbrt(tet_volumes(mesh, mesh.rest_positions).mean());
  // Turned and stretched, so that no derivative vanishes by symmetry.
  const Matrix3<double> deformation =
      Eigen::AngleAxisd(0.5, Vector3<double>(1, 2, 3).normalized()).toRotationMatrix() *
      Vector3<double>(1.1, 0.95, 1.05).asDiagonal();
  bool passed = true;
  for (const DerivativeTest& test :
       test_derivatives(problem, deformation * mesh.rest_positions, 0.1 * edge)) {
    row("derivative", "{} of {}: {} (slope {:.3f}; right: 2, wrong: 1, quadratic: inf)", test.derivative,
        test.term, test.passed() ? "right" : "WRONG", test.slope);
    passed = passed && test.passed();
  }
  return passed;
}

}  // namespace

ExitCode check_command(const std::string& scene_file, const std::vector<std::string>& overrides,
                       bool derivatives) {
  const std::filesystem::path file = named_scenes.find(scene_file);
  const Scene scene = read_scene(config::Document::read(file), overrides);
  const World world = world_at_rest(scene);
  const ImplicitEulerProblem<double> problem = step_problem(scene, world, world.start, 1);
  const EnergyTerms<double>& terms = problem.terms;
  const Inspection seen = inspect(problem);
  fmt::print("{}: good\n", file.string());
  print_body(scene, seen);
  row("material", "{}", terms.front()->law());
  for (std::size_t t = 1; t < terms.size(); ++t) row("anchors", "{}", terms[t]->element_count());
  print_step(scene, seen);
  for (const SolverEntry& entry : solvers()) {
    if (const Declines reason = entry.declines(terms, *scene.solver_settings.find(entry.name)->second)) {
      fmt::print("{} declines: {}\n", entry.name, *reason);
    }
  }
  return !derivatives || print_derivatives(problem) ? ExitCode::ok : ExitCode::check_failed;
}

}  // namespace simbench

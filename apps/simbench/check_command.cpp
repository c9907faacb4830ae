// What `simbench check` says of a scene.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <type_traits>

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

// Rows of a name and what is said of it. A row with an infinity or NaN is left out, and the first line names it instead: moduli,
// masses or lengths are then so large or small that what follows from them does not fit into a double.
class Rows {
 public:
  template <class... Values>
  void add(std::string_view what, fmt::format_string<Values...> format, Values&&... values) {
    if (!what.empty()) latest_ = what;
    if ((is_number(values) && ...)) {
      text_ += fmt::format("  {:<14} {}\n", what, fmt::format(format, std::forward<Values>(values)...));
    } else if (beyond_.empty() || beyond_.back() != latest_) {
      beyond_.push_back(latest_);
    }
  }

  void print(const std::string& name) const {
    if (beyond_.empty()) {
      print_out("{}: good\n{}", name, text_);
    } else {
      print_out("{}: can be read, but its numbers leave the range of double precision: {}\n{}", name,
                fmt::join(beyond_, ", "), text_);
    }
  }

 private:
  template <class Value>
  static bool is_number(const Value& value) {
    if constexpr (std::is_floating_point_v<Value>) return std::isfinite(value);
    return true;
  }

  std::string text_;
  std::string latest_;  // what the last row that is named tells of
  std::vector<std::string> beyond_;
};

// "3 (12 tets), 7 (1 tet)".
std::string tags_text(const std::map<int, Index>& tets_of_tag) {
  std::vector<std::string> tags;
  for (const auto& [tag, tets] : tets_of_tag)
    tags.push_back(fmt::format("{} ({})", tag, counted(tets, "tet")));
  return fmt::format("{}", fmt::join(tags, ", "));
}

void print_body(Rows& rows, const Scene& scene, const Inspection& seen) {
  if (!scene.body.has_tets()) {
    rows.add("body", "{}", counted(scene.mesh->vertex_count(), "particle"));
    rows.add("mass", "{:g} kg", seen.mass);
    return;
  }
  const MeshQuality& quality = seen.quality;
  const auto separate = quality.components > 1 ? " (parts that no tet connects)" : "";
  rows.add("mesh", "{}, {}, {}{}", counted(scene.mesh->tet_count(), "tet"),
           counted(scene.mesh->vertex_count(), "vertex", "vertices"),
           counted(quality.components, "component"), separate);
  for (const std::string& note : scene.mesh_notes) rows.add("", "{}", note);
  rows.add("quality", "dihedral angles {:.1f} to {:.1f} degrees, worst aspect ratio {:.3g} (1: regular tet)",
           quality.smallest_dihedral_angle, quality.largest_dihedral_angle, quality.worst_aspect_ratio);
  rows.add("volume", "{:.6g} m^3; tets {:.3g} to {:.3g} m^3", quality.volume, quality.smallest_tet_volume,
           quality.largest_tet_volume);
  if (!quality.tets_of_tag.empty()) rows.add("tags", "{}", tags_text(quality.tets_of_tag));
  rows.add("mass", "{:.6g} kg", seen.mass);
  if (quality.coincident_vertices > 0) {
    rows.add("warning",
             "{} where another one does (within 1e-9 of the body's diagonal): what meets there is "
             "not joined; merge "
             "them in the mesher if it shall be",
             counted(quality.coincident_vertices, "vertex lies", "vertices lie"));
  }
}

void print_rest(Rows& rows, std::string_view where, const MaterialChoice& choice) {
  if (!choice.material) return;
  const RestResponse rest = choice.material->at_rest();
  if (std::abs(rest.stress) > 1e-9 * rest.youngs_modulus) {
    rows.add("warning", "{} {} has a stress of {:g} Pa along each stretch at rest: it does not stay as it is",
             where, choice.model, rest.stress);
  } else {
    rows.add("near rest", "{} {} is linear elasticity of E = {:.6g} Pa and nu = {:.4g}", where, choice.model,
             rest.youngs_modulus, rest.poisson_ratio);
  }
}

// The anchors of a phase: the steps', or the preparation's.
void print_anchors(Rows& rows, const char* phase, const Anchors& anchors, const MaterialChoice& material,
                   const TetMesh& mesh) {
  for (const Hold& hold : holds(anchors, material.stiffness(), mesh)) {
    const std::string vertices = counted(hold.vertices, "vertex", "vertices");
    if (anchors.are_hard()) {
      rows.add(phase, "{}: {} held exactly", hold.selection, vertices);
      continue;
    }
    if (mesh.tet_count() == 0) {
      rows.add(phase, "{}: {} on springs of k_s = {:g} N/m each", hold.selection, vertices, hold.stiffness);
      continue;
    }
    rows.add(phase,
             "{}: {} on springs of k_s = {:g} N/m each, a soft hold and no hard one; they give way by "
             "about {:.2g} % "
             "of what the body is stretched by from there",
             hold.selection, vertices, hold.stiffness, 100 * hold.share);
  }
}

void print_anchors(Rows& rows, const Scene& scene, const Inspection& seen) {
  print_anchors(rows, "anchors", scene.anchors, scene.material, *scene.mesh);
  const std::vector<Hold> held = holds(scene.anchors, scene.material.stiffness(), *scene.mesh);
  if (!held.empty() && !scene.anchors.are_hard() && scene.gravity.cwiseAbs().maxCoeff() > 0) {
    rows.add(
        "",
        "at rest under gravity they hang {:.2g} m on average away from where they are held (m g / sum of "
        "k_s)",
        sag(held, seen.mass, scene.gravity));
  }
  if (scene.preparation)
    print_anchors(rows, "preparation", scene.preparation->anchors, scene.preparation->material, *scene.mesh);
  // Where nothing is held at all, the body is meant to be free.
  const auto warn_of_loose = [&](const Anchors& anchors, const char* consequence) {
    const bool is_free = anchors.groups.empty() || !scene.body.has_tets();
    const int loose = is_free ? 0 : loose_components(anchors, *scene.mesh);
    if (loose > 0)
      rows.add("warning", "{} of {} held by nothing: {}", loose,
               counted(seen.quality.components, "component is", "components are"), consequence);
  };
  warn_of_loose(scene.anchors, "they move freely during the steps");
  if (scene.preparation) warn_of_loose(scene.preparation->anchors, "the preparation leaves them at rest");
}

void print_step(Rows& rows, const Scene& scene, const Inspection& seen) {
  rows.add("step", "h = {:g} s, {} of {}", scene.step.time_step, counted(scene.step.steps, "step"),
           counted(scene.step.iterations, "iteration"));
  if (!seen.condition) {
    rows.add("condition", "S = M/h^2 + sum k V D'D is not positive definite in double precision");
    return;
  }
  rows.add("condition", "{:.2g} of S = M/h^2 + sum k V D'D at this time step", *seen.condition);
  if (seen.drifts_in_single_precision) {
    rows.add(
        "warning",
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
  Rows rows;
  print_body(rows, scene, seen);
  for (const auto& potential : potentials) {
    if (potential->is_material())
      rows.add("material", "{} of {}", potential->law(),
               counted(potential->element_count(), potential->reduced_size() == 9 ? "tet" : "element"));
  }
  print_rest(rows, "the body's", scene.material);
  for (std::size_t i = 0; i < scene.regions.size(); ++i)
    print_rest(rows, fmt::format("region {}'s", i), scene.regions[i].material);
  print_anchors(rows, scene, seen);
  print_step(rows, scene, seen);
  for (const DerivativeTest& test : derivatives.value_or(std::vector<DerivativeTest>{})) {
    rows.add("derivative", "{} of {}: {} (slope {}; right: 2, wrong: 1, quadratic: inf)", test.derivative,
             test.term, test.passed() ? "right" : "WRONG", fmt::format("{:.3f}", test.slope));
  }
  rows.print(name);
  print_solvers(file);
}

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

#include "cases.h"

#include <fmt/format.h>

#include <numbers>

#include "cloth.h"
#include "config/reader.h"
#include "deformable/energy/material.h"
#include "spring_net.h"

namespace simbench::benchmarks {

namespace {

Positions<double> twisted(const TetMesh& mesh, const Beam& beam, const Vector3<double>& centre) {
  Positions<double> positions = mesh.rest_positions;
  for (Index i = 0; i < positions.cols(); ++i) {
    const double share = positions(0, i) / beam.shape.size.x() - 0.5;
    const Eigen::AngleAxisd rotation(beam.total_degrees * share * std::numbers::pi / 180,
                                     Vector3<double>::UnitX());
    positions.col(i) = centre + rotation * (positions.col(i) - centre);
  }
  return positions;
}

// A point on the axis of the twist. Tets with an edge on the axis start with F = R, where ‖F − R‖ has a cone:
// rounding chooses the direction of its gradient. A sweep moves such a tet by its tiny C, but a solver of the
// whole system gives that direction all its stiffness, so two programs would find different iterates. For
// such solvers the axis passes between the vertices.
Vector3<double> axis_of(const Case& which, const Beam& beam) {
  const bool solves_whole_system = which.solver == "xpbd_global" || which.solver == "kkt";
  const Vector3<double> cell = beam.shape.size.cwiseQuotient(beam.shape.cells.cast<double>());
  return beam.shape.size / 2 +
         (solves_whole_system ? Vector3<double>(0, cell.y() / 3, cell.z() / 5) : Vector3<double>(0, 0, 0));
}

std::shared_ptr<Material> material(Law law) {
  const bool is_strain = law == Law::strain;
  const auto result = make_material(is_strain ? "strain" : "stable_neo_hookean");
  const std::string parameters = is_strain ? fmt::format(R"({{"stiffness": {}}})", strain_stiffness)
                                           : fmt::format(R"({{"youngs_modulus": {}, "poisson_ratio": {}}})",
                                                         youngs_modulus, poisson_ratio);
  config::read(config::Document::parse(parameters, "material"),
               [&](config::Fields& fields) { result->describe(fields); });
  return result;
}

}  // namespace

const std::vector<Beam>& beams() {
  static const std::vector<Beam> all = {
      {"S", {.size = {6, 1, 1}, .cells = {18, 3, 3}}, 180},
      {"T", {.size = {3.2, 0.6, 0.6}, .cells = {32, 6, 6}}, 241.2},
      {"M", {.size = {6, 1, 1}, .cells = {60, 10, 10}}, 180},
      {"L", {.size = {6, 1, 1}, .cells = {120, 20, 20}}, 180},
      {"X", {.size = {6.25, 1, 1}, .cells = {200, 32, 32}}, 180},
      {"Z", {.size = {6.25, 1, 1}, .cells = {430, 68, 68}}, 180},
      {"N", {.cells = {500, 500, 1}}, 0},
      {"C", {.cells = {200, 200, 1}}, 0},
      {"K", {.size = {6, 1, 1}, .cells = {60, 10, 10}}, 180},
  };
  return all;
}

bool can_measure(const Case& which, const Beam& beam) {
  switch (which.law) {
    case Law::springs:
      return beam.name == "N";
    case Law::cloth:
      return beam.name == "C";
    case Law::mixed:
      return beam.name == "K";
    case Law::strain:
    case Law::stable_neo_hookean:
      return std::string_view("STMLXZ").find(beam.name) != std::string_view::npos;
  }
  return false;
}

std::shared_ptr<const Potential<double>> strain_potential(const std::shared_ptr<const TetMesh>& mesh) {
  return material(Law::strain)->potential(mesh);
}

IncrementalPotential<double> step_problem(const Beam& beam, const Case& which) {
  if (which.law == Law::springs) return spring_net(beam.shape.cells.x());
  if (which.law == Law::cloth) return cloth(beam.shape.cells.x());
  IncrementalPotential<double> problem;
  const auto mesh = std::make_shared<const TetMesh>(structured_beam(beam.shape));
  problem.mesh = mesh;
  problem.masses = lumped_masses(*mesh, 1000);
  problem.time_step = 1e-2;
  problem.previous_positions = problem.inertial_positions = twisted(*mesh, beam, axis_of(which, beam));
  problem.potentials = {material(which.law == Law::mixed ? Law::strain : which.law)->potential(mesh)};
  problem.formula = which.formula;
  if (which.law == Law::mixed) add_cloth_on_springs(problem, beam.shape);
  return problem;
}

std::unique_ptr<Solver<double>> make_solver(const Case& which, Precision precision) {
  const SolverEntry& entry = *find_solver(which.solver);
  const auto settings = entry.default_settings();
  config::read(config::Document::parse(std::string(which.settings), "settings"),
               [&](config::Fields& fields) { settings->describe(fields); });
  return entry.make(*settings, precision);
}

std::unique_ptr<Solver<double>> make_compared(const Case& which, Precision precision) {
  const SolverEntry& entry = *find_solver(which.compared_with);
  return entry.make(*entry.default_settings(), precision);
}

}  // namespace simbench::benchmarks

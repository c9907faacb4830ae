// Quadratic tets: ten vertices, four points of integration.
#include "deformable/problem/derivative_test.h"
#include "deformable/referee/minimum.h"
#include "deformable/scene/world.h"
#include "deformable/solvers/registry.h"
#include "tests/deformable/scene/small_scene.h"
#include "tests/support/solving.h"

using namespace simbench;
using namespace simbench::test;

namespace {

const std::string soft =
    R"(material={"model": "stable_neo_hookean", "youngs_modulus": 1e6, "poisson_ratio": 0.45})";

// A start in which both ends are turned in opposite directions, in the same material.
const std::string twist_of_soft = R"(preparation={
  "material": {"model": "stable_neo_hookean", "youngs_modulus": 1e6, "poisson_ratio": 0.45},
  "anchors": {"groups": [
    {"vertices": {"select": "x_min"},
     "rotation": {"origin": [0, 0.1, 0.1], "axis": [1, 0, 0], "degrees_per_second": 60}},
    {"vertices": {"select": "x_max"},
     "rotation": {"origin": [0, 0.1, 0.1], "axis": [1, 0, 0], "degrees_per_second": -60}}]},
  "duration": 0.5})";

Scene scene_of(const std::string& elements, std::vector<std::string> more = {}) {
  more.insert(more.begin(), {soft, "elements=" + elements});
  return small_scene(more);
}

double energy(const Scene& scene, const Positions<double>& positions) {
  double sum = 0;
  for (const auto& potential : world_at_rest(scene).potentials) sum += potential->value(positions);
  return sum;
}

// A displacement of degree two that keeps volumes: det F = 1. Linear tets cannot have it.
Positions<double> sheared(const TetMesh& mesh) {
  Positions<double> positions = mesh.rest_positions;
  for (auto q : positions.colwise()) q += Vector3<double>(3 * q[2] * q[2], 2 * q[2] * q[2], 0);
  return positions;
}

// How far the free end of a cantilever sinks under its weight in statics [m].
double sag(const std::string& elements, double poisson_ratio, int cells_along) {
  const Scene scene =
      small_scene({R"(material={"model": "stable_neo_hookean", "youngs_modulus": 1e6, "poisson_ratio": )" +
                       std::to_string(poisson_ratio) + "}",
                   "elements=" + elements, "body.beam.size=[0.8,0.1,0.1]",
                   "body.beam.cells=[" + std::to_string(cells_along) + "," + std::to_string(cells_along / 8) +
                       "," + std::to_string(cells_along / 8) + "]",
                   R"(anchors={"stiffness": "hard", "groups": [{"vertices": {"select": "x_min"}}]})",
                   "gravity=[0,0,-0.1]", "step.time_step=100"});
  const World world = world_of(scene);
  const Minimum minimum = minimise(step_problem(scene, world, world.start, 1));
  REQUIRE(minimum.found());
  return -(minimum.positions - scene.mesh->rest_positions).row(2).minCoeff();
}

}  // namespace

TEST_CASE("Each edge of the tets has one vertex in its middle, and the masses add up to the body's") {
  const Scene linear = scene_of("linear"), quadratic = scene_of("quadratic");
  const TetMesh& mesh = *quadratic.mesh;
  std::set<std::pair<int, int>> edges;
  for (const auto& tet : linear.mesh->tets.colwise()) {
    for (int a = 0; a < 4; ++a) {
      for (int b = 0; b < a; ++b) edges.insert(std::minmax(tet[a], tet[b]));
    }
  }
  CHECK(mesh.vertex_count() == linear.mesh->vertex_count() + static_cast<Index>(edges.size()));
  for (const auto& tet : mesh.quadratic_tets.colwise()) {
    int node = 4;
    for (int a = 0; a < 4; ++a) {
      for (int b = a + 1; b < 4; ++b) {
        const auto x = [&](int c) { return mesh.rest_positions.col(tet[c]); };
        CHECK((x(node++) - (x(a) + x(b)) / 2).norm() < 1e-15);
      }
    }
  }
  CHECK(quadratic.masses().sum() == Approx(linear.masses().sum()).epsilon(1e-13));
  CHECK(quadratic.masses().minCoeff() > 0);
}

TEST_CASE("A homogeneous deformation has the same energy with linear and quadratic tets") {
  const Scene linear = scene_of("linear"), quadratic = scene_of("quadratic");
  Matrix3<double> F;
  F << 1.2, 0.1, 0, -0.2, 0.9, 0.3, 0, 0.1, 1.1;
  CHECK(energy(quadratic, F * quadratic.mesh->rest_positions) ==
        Approx(energy(linear, F * linear.mesh->rest_positions)).epsilon(1e-12));
}

TEST_CASE("The energy of a quadratic displacement does not depend on the size of quadratic tets") {
  // μ/2 ‖F‖² is of degree two, which the four points integrate exactly.
  const auto change = [](const std::string& elements, const std::string& cells) {
    const Scene scene = scene_of(elements, {"body.beam.cells=" + cells});
    return energy(scene, sheared(*scene.mesh)) - energy(scene, scene.mesh->rest_positions);
  };
  // μ/2 ∫ (6z)² + (4z)² over 0.8 × 0.2 × 0.2 m.
  const double exact = 1e6 / 2.9 / 2 * 52 * std::pow(0.2, 3) / 3 * 0.8 * 0.2;
  CHECK(change("quadratic", "[2,1,1]") == Approx(exact).epsilon(1e-10));
  CHECK(change("quadratic", "[8,2,2]") == Approx(exact).epsilon(1e-10));
  CHECK(std::abs(change("linear", "[2,1,1]") / exact - 1) > 0.1);
}

TEST_CASE("Gradient and Hessian of quadratic tets are derivatives of their energy") {
  const Scene scene = scene_of("quadratic");
  const World world = world_of(scene);
  const IncrementalPotential<double> problem = step_problem(scene, world, world.start, 1);
  const Positions<double> q = sheared(*scene.mesh);
  for (const DerivativeTest& test : test_derivatives(problem, q, 0.05)) {
    INFO(test.derivative << " of " << test.term << ", slope " << test.slope);
    CHECK(test.passed());
  }
  BlockMatrix<double> hessian = problem.hessian_pattern();
  problem.hessian(q, Definiteness::exact, hessian);
  const VectorX<double> d = (q - problem.mesh->rest_positions).reshaped();
  const VectorX<double> change = hessian.matrix().selfadjointView<Eigen::Lower>() * d;
  CHECK(problem.curvature(q, d.reshaped(3, q.cols())) == Approx(d.dot(change)).epsilon(1e-10));
}

TEST_CASE("A cantilever of quadratic tets sags like an Euler–Bernoulli beam, also near Poisson's ratio 1/2") {
  // ρ g A L⁴/(8 E I) = 3 ρ g L⁴/(2 E d²) for a square cross-section of side d.
  const auto missing = [](const std::string& elements, double nu, int cells) {
    const double nu_at_rest = 1 - 1 / (4 * nu);  // docs/scene.md
    const double youngs_modulus = 1e6 / (1 + nu) * (1 + nu_at_rest);
    return 1 -
           sag(elements, nu, cells) / (3 * 1000 * 0.1 * std::pow(0.8, 4) / (2 * youngs_modulus * 0.1 * 0.1));
  };
  CHECK(std::abs(missing("quadratic", 0.3, 16)) < 0.03);
  // Few quadratic tets lock a little, and linear ones much more.
  CHECK(missing("quadratic", 0.4999, 16) < 0.15);
  CHECK(missing("quadratic", 0.4999, 16) < 0.6 * missing("quadratic", 0.4999, 8));
  CHECK(missing("linear", 0.4999, 16) > 0.4);
}

TEST_CASE("A quadratic tet gives its vertices the shares of the diagonal of its mass matrix") {
  // ∫ N² over a tet of volume V, with ∫ L₀ᵃ L₁ᵇ = 6 V a! b!/(a + b + 3)!: corners have N = 2 L₀² − L₀, and
  // middles N = 4 L₀ L₁.
  const auto integral = [](int a, int b) {
    return 6 * std::tgamma(a + 1) * std::tgamma(b + 1) / std::tgamma(a + b + 4);
  };
  const double corner = 4 * integral(4, 0) - 4 * integral(3, 0) + integral(2, 0),
               middle = 16 * integral(2, 2);
  const double all = 4 * corner + 6 * middle;
  TetMesh tet{Positions<double>::Identity(3, 4), Eigen::Vector4i(3, 0, 1, 2)};
  const TetMesh quadratic = with_middles(tet);
  const VectorX<double> masses = lumped_masses(quadratic, 6.0);  // of 1 kg
  for (int node = 0; node < 10; ++node)
    CHECK(masses[quadratic.quadratic_tets(node, 0)] == Approx((node < 4 ? corner : middle) / all));
}

TEST_CASE("Energy densities of quadratic tets add up to the energy") {
  const Scene scene = scene_of("quadratic");
  const Positions<double> q = sheared(*scene.mesh);
  const auto potential = world_at_rest(scene).potentials.front();
  VectorX<double> densities = VectorX<double>::Zero(scene.mesh->tet_count());
  potential->add_tet_densities(q, densities);
  CHECK(densities.dot(tet_volumes(*scene.mesh, scene.mesh->rest_positions)) == Approx(potential->value(q)));
}

TEST_CASE("Solvers that take quadratic tets reach the minimum, and the others decline them") {
  const Scene scene = scene_of("quadratic", {twist_of_soft});
  const World world = world_of(scene);
  const IncrementalPotential<double> problem = step_problem(scene, world, world.start, 1);
  const Minimum minimum = minimise(problem);
  REQUIRE(minimum.found());
  const double start = problem.objective(problem.inertial_positions);
  for (const SolverEntry& entry : solvers()) {
    CAPTURE(entry.name);
    const auto settings = entry.default_settings();
    if (entry.traits.evaluates_formulas) continue;
    const Declines declined = entry.declines_problem(kinds_of_potentials(scene), StepFormula::none,
                                                     StepStart::inertial, problem.vertex_count(), *settings);
    REQUIRE(declined.has_value() == !entry.traits.takes_quadratic_tets);
    if (declined) {
      CHECK(declined->find("linear tets") != std::string::npos);
      continue;
    }
    const std::unique_ptr<Solver<double>> solver = entry.make(*settings, Precision::double_precision);
    REQUIRE_FALSE(solver->begin_step(problem));
    for (int iteration = 0; iteration < 300 && !solver->iterate().stop; ++iteration) continue;
    const double left =
        (problem.objective(solver->positions()) - minimum.objective) / (start - minimum.objective);
    CHECK(std::abs(left) < (entry.name == "gradient_descent" ? 0.5 : 1e-2));
  }
}

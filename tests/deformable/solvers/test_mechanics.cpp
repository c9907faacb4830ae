// Tests solvers on problems with known solutions.
#include <Eigen/LU>

#include "deformable/problem/state.h"
#include "deformable/referee/minimum.h"
#include "math/closest_rotation.h"
#include "tests/support/beam_problem.h"
#include "tests/support/solving.h"

using namespace simbench;
using namespace simbench::test;

namespace {

// A regular tet around the origin. Its lumped masses move like ‖F − F̃‖², so that its implicit Euler step is
// the proximal map of its law at F̃, with r as below.
struct RegularTet {
  double stiffness = 1e5;
  double time_step = 0.02;
  std::shared_ptr<const TetMesh> mesh = make_mesh();
  double volume = tet_volumes(*mesh, mesh->rest_positions)[0];

  static std::shared_ptr<const TetMesh> make_mesh() {
    TetMesh mesh;
    mesh.rest_positions.resize(3, 4);
    mesh.rest_positions << 1, 1, -1, -1, 1, -1, 1, -1, 1, -1, -1, 1;
    mesh.rest_positions *= 0.1;
    mesh.tets.resize(4, 1);
    mesh.tets << 0, 1, 2, 3;
    if (tet_volumes(mesh, mesh.rest_positions)[0] < 0) mesh.tets << 0, 1, 3, 2;
    return std::make_shared<const TetMesh>(mesh);
  }
  IncrementalPotential<double> problem(const std::string& law, const Matrix3<double>& F) const {
    IncrementalPotential<double> result;
    result.mesh = mesh;
    result.masses = lumped_masses(*mesh, beam_density);
    result.time_step = time_step;
    result.inertial_positions = F * mesh->rest_positions;
    result.previous_positions = result.inertial_positions;
    result.potentials = {material(law, stiffness)->potential(mesh)};
    return result;
  }
  // Σ m X Xᵀ/(h² V) = r I.
  double r() const {
    return lumped_masses(*mesh, beam_density)[0] * 4 * 0.01 / (time_step * time_step * volume);
  }
  Matrix3<double> deformation(const Positions<double>& positions) const {
    const int* vertices = mesh->tets.col(0).data();
    return tet_edges(positions, vertices) * tet_edges(mesh->rest_positions, vertices).inverse();
  }
};

// A vertex on a spring (m = 2 kg, k_s = 50 N/m, at rest at the origin), and a free vertex.
IncrementalPotential<double> spring_problem(const State& state, double time_step,
                                            const Vector3<double>& gravity) {
  IncrementalPotential<double> problem;
  problem.mesh = std::make_shared<const TetMesh>();
  problem.masses = VectorX<double>::Constant(2, 2);
  problem.time_step = time_step;
  problem.previous_positions = state.positions;
  problem.inertial_positions = state.positions + time_step * state.velocities;
  problem.inertial_positions.colwise() += time_step * time_step * gravity;
  problem.potentials = {anchor_potential(std::vector<int>{0}, Positions<double>::Zero(3, 1), 50)};
  return problem;
}

State spring_start() {
  State state;
  state.positions = Positions<double>::Zero(3, 2);
  state.velocities = Positions<double>::Zero(3, 2);
  state.positions(0, 0) = 1;
  return state;
}

// x_n of the spring's vertex after `steps` steps of `solver`.
State stepped(Solver<double>& solver, double time_step, int steps, const Vector3<double>& gravity) {
  State state = spring_start();
  for (int step = 0; step < steps; ++step) {
    const IncrementalPotential<double> problem = spring_problem(state, time_step, gravity);
    // qn and newton converge in one iteration; ADMM with its anchors' weight halves its error in each.
    const Positions<double> positions = run(solver, problem, 60);
    state.velocities = (positions - state.positions) / time_step;
    state.positions = positions;
  }
  return state;
}

}  // namespace

TEST_CASE("One tet of strain: the closed form of its proximal map") {
  const RegularTet tet;
  Matrix3<double> F = Vector3<double>(1.5, 1.2, 0.9).asDiagonal();
  F = Random(1).rotation() * F * Random(2).rotation();
  const IncrementalPotential<double> problem = tet.problem("strain", F);
  const Matrix3<double> expected =
      (tet.stiffness * closest_rotation(F) + tet.r() * F) / (tet.stiffness + tet.r());
  REQUIRE((expected - F).norm() > 0.05);
  for (const std::string_view name : {"pd", "admm", "qn", "newton"}) {
    INFO(name);
    CHECK((tet.deformation(run(*registered_solver(name), problem, 500)) - expected).norm() < 1e-10);
  }
}

TEST_CASE("One tet of stable Neo-Hookean: the root of a scalar equation") {
  const RegularTet tet;
  const double start = 1.3, mu = tet.stiffness / 2.9, lambda = tet.stiffness * 0.45 / 0.145;
  // ∂/∂σ of Ψ(σ, σ, σ)/3 + r/2 (σ − σ̃)², by bisection.
  const auto stress = [&](double s) {
    return mu * s + lambda * (s * s * s - 1 - mu / lambda) * s * s + tet.r() * (s - start);
  };
  double low = 1, high = start;
  REQUIRE(stress(low) < 0);
  REQUIRE(stress(high) > 0);
  for (int i = 0; i < 100; ++i) {
    const double middle = (low + high) / 2;
    (stress(middle) < 0 ? low : high) = middle;
  }
  const IncrementalPotential<double> problem =
      tet.problem("stable_neo_hookean", start * Matrix3<double>::Identity());
  for (const std::string_view name : {"admm", "qn", "newton"}) {
    INFO(name);
    const Matrix3<double> F = tet.deformation(run(*registered_solver(name), problem, 3000));
    // qn and newton stop if they can gain less than 1e-14 of the objective: an error of √1e-14 of the stretch
    // at worst.
    CHECK((F - low * Matrix3<double>::Identity()).norm() < 1e-8);
  }
}

TEST_CASE("An inverted tet comes back, and a collapsed one stays finite") {
  RegularTet tet;
  tet.time_step = 1;  // almost no inertia
  for (const SolverEntry& entry : iterating_solvers()) {
    INFO(entry.name);
    const auto solver = registered_solver(entry.name);
    const Matrix3<double> inverted = Vector3<double>(1.1, 1, -0.8).asDiagonal();
    const IncrementalPotential<double> problem = tet.problem("strain", inverted);
    REQUIRE(tet.deformation(problem.inertial_positions).determinant() < 0);
    const double determinant = tet.deformation(run(*solver, problem, 200)).determinant();
    CHECK((!entry.traits.is_stable || determinant > 0.9));
    CHECK((!entry.traits.is_stable || determinant < 1.1));
    for (const std::string law : {"strain", "stable_neo_hookean"}) {
      const IncrementalPotential<double> collapsed = tet.problem(law, Matrix3<double>::Zero());
      if (takes(entry, collapsed.potentials)) CHECK(run(*solver, collapsed, 20).allFinite());
    }
  }
}

TEST_CASE("Patch test: an affine field between the right anchors is kept and found") {
  const std::string law = GENERATE("strain", "stable_neo_hookean");
  BeamSettings settings;
  settings.cells = {4, 3, 3};
  settings.law = law;
  settings.stiffness = 1e5;
  IncrementalPotential<double> problem = twisted_beam(settings);
  problem.time_step = std::numeric_limits<double>::infinity();
  Matrix3<double> F;
  F << 1.2, 0.05, 0, 0.02, 1.1, -0.03, 0, 0.04, 1.15;
  const Positions<double> affine = (F * problem.mesh->rest_positions).colwise() + Vector3<double>(1, 2, 3);
  // Anchors on the surface are displaced so that their springs balance the surface's traction.
  Positions<double> forces = Positions<double>::Zero(3, affine.cols());
  problem.potentials[0]->add_gradient(affine, forces);
  const Vector3<double> top = problem.mesh->rest_positions.rowwise().maxCoeff();
  std::vector<int> surface;
  Positions<double> start = jittered(affine, 0.01, 1);
  for (int i = 0; i < affine.cols(); ++i) {
    const Eigen::Array3d rest = problem.mesh->rest_positions.col(i).array();
    if (rest.minCoeff() < 1e-9 || (top.array() - rest).minCoeff() < 1e-9) {
      surface.push_back(i);
    } else {
      REQUIRE(forces.col(i).norm() < 1e-12 * forces.norm());
    }
  }
  REQUIRE(surface.size() < static_cast<std::size_t>(affine.cols()));
  REQUIRE(forces.norm() > 100);
  const Positions<double> targets = (affine + forces / 1e6)(Eigen::all, surface);
  problem.potentials.push_back(anchor_potential(surface, targets, 1e6));
  for (const std::string_view name : {"pd", "qn", "newton"}) {
    if (!takes(*find_solver(name), problem.potentials)) continue;
    INFO(name << ", " << law);
    problem.inertial_positions = affine;
    CHECK(distance(run(*registered_solver(name), problem, 20), affine) < 1e-12);
    problem.inertial_positions = start;
    // qn and newton stop if they can gain less than 1e-14 of the objective; measured: 1e-8 m.
    CHECK(distance(run(*registered_solver(name), problem, 1000), affine) < 1e-7);
  }
  Admm<double> admm_solver = admm(1);  // its dual variables start at zero, so that at first it moves away
  CHECK(distance(run(admm_solver, problem, 2000), affine) < 1e-8);
}

TEST_CASE("A spring follows implicit Euler's recurrence in every solver that minimises, and in XPBD") {
  const double h = 0.01;
  // (1 + h² k/m) x' = x + h v, v' = (x' − x)/h.
  double x = 1, v = 0;
  for (int step = 0; step < 50; ++step) {
    const double next = (x + h * v) / (1 + h * h * 25);
    v = (next - x) / h;
    x = next;
  }
  REQUIRE(x < 0);  // past the first quarter of the period
  for (const SolverEntry& entry : iterating_solvers()) {
    INFO(entry.name);
    const State state = stepped(*registered_solver(entry.name), h, 50, Vector3<double>::Zero());
    // A method that ignores stiffness sees a spring that is infinitely stiff.
    CHECK(state.positions(0, 0) == Approx(entry.traits.sees_stiffness ? x : 0).margin(50 * 1e-13));
    CHECK(state.positions.col(1).isZero(0));  // no force acts on the free vertex
  }
}

TEST_CASE("Implicit Euler converges with order 1 to the harmonic oscillator") {
  const auto solver = registered_solver("newton");
  const double exact = std::cos(5 * 0.5);  // ω = √(k/m) = 5/s at t = 0.5 s
  double last = 0;
  for (const int steps : {100, 200, 400}) {
    const State state = stepped(*solver, 0.5 / steps, steps, Vector3<double>::Zero());
    const double error = std::abs(state.positions(0, 0) - exact);
    REQUIRE(error > 1e-4);
    if (last > 0) CHECK(std::log2(last / error) == Approx(1).margin(0.1));
    last = error;
  }
}

TEST_CASE("Free fall: x_n = g h^2 n (n + 1)/2") {
  const Vector3<double> gravity(0, -9.81, 1);
  for (const SolverEntry& entry : iterating_solvers()) {
    INFO(entry.name);
    const State state = stepped(*registered_solver(entry.name), 0.1, 20, gravity);
    const Vector3<double> expected = gravity * (0.01 * 20 * 21 / 2);
    CHECK((state.positions.col(1) - expected).norm() < 1e-12 * expected.norm());
    CHECK((state.velocities.col(1) - 2 * gravity).norm() < 1e-11 * gravity.norm());
  }
}

TEST_CASE("A spring comes to rest at the length that carries the weight") {
  const Vector3<double> gravity(0, -10, 0);
  const State state = stepped(*registered_solver("newton"), 0.5, 200, gravity);  // damped by implicit Euler
  CHECK(state.positions(1, 0) == Approx(-2 * 10 / 50.0).epsilon(1e-10));
}

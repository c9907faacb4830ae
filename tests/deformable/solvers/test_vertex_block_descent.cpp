
#include "deformable/problem/bdf2.h"
#include "deformable/referee/minimum.h"
#include "deformable/solvers/vertex_block_descent.h"
#include "tests/support/beam_problem.h"
#include "tests/support/dense.h"
#include "tests/support/solving.h"

using namespace simbench;
using namespace simbench::test;

TEST_CASE("Vertex Block Descent never raises f and ends in Newton's minimum") {
  BeamSettings settings;
  settings.law = GENERATE("strain", "stable_neo_hookean");
  settings.cells = {4, 2, 2};
  settings.stiffness = 1e6;
  settings.twist_degrees = 45;
  settings.anchored = GENERATE(false, true);
  CAPTURE(settings.law, settings.anchored);
  const IncrementalPotential<double> problem = twisted_beam(settings);
  VertexBlockDescent<double> solver({});
  REQUIRE_FALSE(solver.begin_step(problem));
  const double start = problem.objective(solver.positions());
  double last = start;
  for (int iteration = 0; iteration < 1000; ++iteration) {
    REQUIRE_FALSE(solver.iterate().stop);
    const double objective = problem.objective(solver.positions());
    REQUIRE(objective <= last + 1e-13 * start);
    last = objective;
  }
  const Minimum minimum = minimise(problem);
  CHECK(distance(solver.positions(), minimum.positions) < 1e-9);
}

TEST_CASE("Vertices with only inertia and an anchor converge in one iteration") {
  BeamSettings settings;
  settings.cells = {2, 1, 1};
  settings.anchored = true;
  IncrementalPotential<double> problem = twisted_beam(settings);
  problem.potentials.erase(problem.potentials.begin());
  VertexBlockDescent<double> solver({});
  CHECK(distance(run(solver, problem, 1), minimise(problem).positions) < 1e-13);
}

// One iteration, computed from the gradient and Hessian of the whole objective.
Positions<double> descended_by_hand(const IncrementalPotential<double>& problem, Definiteness definiteness,
                                    const std::vector<int>& order) {
  Positions<double> q = problem.inertial_positions, gradient = q;
  BlockMatrix<double> hessian = problem.hessian_pattern();
  for (const int vertex : order) {
    problem.objective_and_gradient(q, gradient);
    problem.hessian(q, definiteness, hessian);
    const Eigen::MatrixXd block = Eigen::MatrixXd(hessian.matrix().block(3 * vertex, 3 * vertex, 3, 3));
    if (is_positive_definite(block)) q.col(vertex) -= solved(block, gradient.col(vertex));
  }
  return q;
}

TEST_CASE("An iteration of Vertex Block Descent is a Newton step of one vertex after the other") {
  BeamSettings settings;
  settings.cells = {3, 2, 1};
  settings.stiffness = 1e5;
  settings.twist_degrees = 30;
  settings.anchored = true;
  settings.law = GENERATE(from_range(material_names()));
  VertexBlockDescentSettings own;
  own.hessian = GENERATE(Definiteness::clamped, Definiteness::exact);
  const bool reversed = GENERATE(false, true);
  if (reversed) own.order.order = Order::reversed;
  CAPTURE(settings.law, own.hessian, reversed);
  const IncrementalPotential<double> problem = twisted_beam(settings);
  std::vector<int> order = mesh_order(problem.vertex_count());
  if (reversed) std::ranges::reverse(order);
  VertexBlockDescent<double> solver(own);
  const Positions<double> expected = descended_by_hand(problem, own.hessian, order);
  REQUIRE(distance(expected, problem.inertial_positions) > 1e-4);
  CHECK(distance(run(solver, problem, 1), expected) < 1e-9);
}

TEST_CASE("No two vertices of a level share an element, and levels keep the order of neighbours") {
  const auto mesh = beam_mesh({6, 3, 2}, GENERATE(CellSplit::five, CellSplit::six));
  std::vector<std::span<const int>> tets;
  for (Index tet = 0; tet < mesh->tet_count(); ++tet) tets.emplace_back(mesh->tets.col(tet).data(), 4);
  std::vector<int> order = mesh_order(mesh->vertex_count());
  if (GENERATE(false, true)) std::ranges::reverse(order);
  const VertexSchedule schedule(order, elements_of_vertices(tets, mesh->vertex_count()), tets.size());
  std::vector<int> turn(order.size()), level_of(order.size());  // per vertex
  for (std::size_t i = 0; i < order.size(); ++i) turn[order[i]] = static_cast<int>(i);
  int level = 0;
  for (std::size_t group = 0; group + 1 < schedule.group_start.size(); ++group) {
    if (static_cast<int>(group) == schedule.level_start[level + 1]) ++level;
    CHECK(schedule.group_start[group + 1] - schedule.group_start[group] <= VertexSchedule::group_size);
    for (int i = schedule.group_start[group]; i < schedule.group_start[group + 1]; ++i)
      level_of[schedule.vertices[i]] = level;
  }
  REQUIRE(level > 2);
  CHECK(level + 2 == static_cast<int>(schedule.level_start.size()));
  std::vector<int> sorted = schedule.vertices;
  std::ranges::sort(sorted);
  CHECK(sorted == mesh_order(mesh->vertex_count()));
  for (const auto& tet : tets) {
    for (const int a : tet) {
      for (const int b : tet) {
        if (turn[a] < turn[b]) CHECK(level_of[a] < level_of[b]);
      }
    }
  }
}

TEST_CASE(
    "With rho an iterate is the sweep combined with the iterate before the last one by Chebyshev's weights") {
  BeamSettings beam;
  beam.cells = {4, 2, 2};
  beam.twist_degrees = 45;
  const IncrementalPotential<double> problem = twisted_beam(beam);
  VertexBlockDescentSettings settings;
  settings.rho = 0.8;
  VertexBlockDescent<double> solver(settings);
  REQUIRE_FALSE(solver.begin_step(problem));
  // A sweep from q is one iteration of a solver without weights that begins at q.
  const auto swept = [&](const Positions<double>& q) {
    IncrementalPotential<double> from = problem;
    from.previous_positions = q;
    from.start = StepStart::previous;
    VertexBlockDescent<double> sweep({});
    return run(sweep, from, 1);
  };
  Positions<double> previous = problem.inertial_positions, q = swept(previous);
  double weight = 1;
  for (int iteration = 1; iteration <= 4; ++iteration) {
    REQUIRE_FALSE(solver.iterate().stop);
    CHECK(distance(solver.positions(), q) < 1e-13);
    weight = iteration == 1 ? 2 / (2 - 0.64) : 4 / (4 - 0.64 * weight);
    const Positions<double> next = previous + weight * (swept(q) - previous);
    previous = std::exchange(q, next);
  }
}

TEST_CASE("The adaptive start leaves out the part of gravity that the last step did not have") {
  BeamSettings beam;
  IncrementalPotential<double> problem = twisted_beam(beam);
  const double h = problem.time_step;
  const Vector3<double> gravity(0, 0, -10);
  problem.accelerations = gravity.replicate(1, problem.vertex_count());
  VertexBlockDescentSettings settings;
  settings.start = VertexBlockDescentStart::adaptive;
  VertexBlockDescent<double> solver(settings);
  const auto start = [&](const Vector3<double>& velocity) {
    problem.previous_positions += h * velocity.replicate(1, problem.vertex_count());
    problem.inertial_positions = problem.previous_positions +
                                 h * velocity.replicate(1, problem.vertex_count()) +
                                 h * h * problem.accelerations;
    REQUIRE_FALSE(solver.begin_step(problem));
    return Positions<double>(solver.positions() - problem.previous_positions);
  };
  const auto all = [&](const Vector3<double>& move) {
    return Positions<double>(move.replicate(1, problem.vertex_count()));
  };
  const Vector3<double> rest(0, 0, 0), falls = h * gravity, half = h * gravity * 1.5, up(0, 0, 1);
  CHECK(distance(start(rest), all(h * h * gravity)) < 1e-14);  // the first step
  CHECK(distance(start(rest), all(rest)) < 1e-14);             // it rested
  CHECK(distance(start(falls), all(h * falls + h * h * gravity)) < 1e-14);
  CHECK(distance(start(half), all(h * half + h * h * gravity / 2)) < 1e-14);
  CHECK(distance(start(up), all(h * up)) < 1e-14);  // thrown upwards
}

TEST_CASE("In free fall, the adaptive start is the inertial one, also with BDF2") {
  const IncrementalPotential<double> beam = twisted_beam({});
  System system{.mesh = beam.mesh,
                .masses = beam.masses,
                .accelerations = Vector3<double>(1, 0, -10).replicate(1, beam.vertex_count())};
  VertexBlockDescentSettings settings;
  settings.start = VertexBlockDescentStart::adaptive;
  VertexBlockDescent<double> solver(settings);
  State state{beam.mesh->rest_positions, Positions<double>::Zero(3, beam.vertex_count())};
  const Bdf2 integrator(0.01);
  for (int step = 0; step < 4; ++step) {
    const IncrementalPotential<double> problem = integrator.problem(system, state);
    REQUIRE_FALSE(solver.begin_step(problem));
    CHECK(distance(solver.positions(), problem.inertial_positions) < 1e-13);
    state = Integrator::advanced(problem, state, problem.inertial_positions);
  }
}

namespace {

IncrementalPotential<double> nearly_incompressible_beam(double poisson_ratio) {
  IncrementalPotential<double> problem = anchored_beam("stable_neo_hookean");
  problem.potentials[0] = material("stable_neo_hookean", 1e6, poisson_ratio)->potential(problem.mesh);
  return problem;
}

VertexBlockDescent<double> with_volume_penalty(double penalty) {
  VertexBlockDescentSettings settings;
  settings.volume_penalty = penalty;
  return VertexBlockDescent<double>(settings);
}

}  // namespace

TEST_CASE("A very large volume penalty is Vertex Block Descent without multipliers") {
  const IncrementalPotential<double> problem = nearly_incompressible_beam(0.49);
  VertexBlockDescent<double> plain({}), stiff = with_volume_penalty(1e12);
  const Positions<double> expected = run(plain, problem, 5);
  REQUIRE(distance(expected, problem.inertial_positions) > 1e-3);
  CHECK(distance(run(stiff, problem, 5), expected) < 1e-8);
}

TEST_CASE(
    "With multipliers, sweeps reach the minimum of a nearly incompressible body that sweeps alone do not") {
  const IncrementalPotential<double> problem = nearly_incompressible_beam(0.499);
  const Minimum minimum = minimise(problem);
  const double start = problem.objective(problem.inertial_positions) - minimum.objective;
  const auto error = [&](VertexBlockDescent<double> solver, int iterations) {
    return (problem.objective(run(solver, problem, iterations)) - minimum.objective) / start;
  };
  CHECK(error(VertexBlockDescent<double>({}), 300) > 1e-5);
  CHECK(error(with_volume_penalty(10), 300) < 1e-11);
}

TEST_CASE("Each step of Vertex Block Descent begins without multipliers") {
  const IncrementalPotential<double> problem = nearly_incompressible_beam(0.49);
  VertexBlockDescent<double> solver = with_volume_penalty(10);
  const Positions<double> first = run(solver, problem, 3);
  CHECK(run(solver, problem, 3) == first);
}

TEST_CASE("Vertex Block Descent has multipliers for stable Neo-Hookean only") {
  VertexBlockDescentSettings settings;
  settings.volume_penalty = 1;
  const auto declines = [&](const std::string& law) {
    return VertexBlockDescent<double>::declines(anchored_beam(law).potentials, settings);
  };
  CHECK_FALSE(declines("stable_neo_hookean"));
  CHECK_THAT(declines("strain").value(), Catch::Contains("solvers.vbd.volume_penalty"));
}

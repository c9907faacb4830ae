#include <algorithm>
#include <set>

#include "deformable/solvers/sweep_order.h"
#include "deformable/solvers/vertex_block_descent.h"
#include "tests/support/beam_problem.h"
#include "tests/support/solving.h"

using namespace simbench;
using namespace simbench::test;

namespace {

std::vector<std::span<const int>> tets_of(const IncrementalPotential<double>& problem) {
  std::vector<std::span<const int>> tets;
  problem.potentials[0]->append_elements(tets);
  return tets;
}

std::vector<int> order_of(const std::vector<std::span<const int>>& uses, Order order, int seed = 1) {
  return SweepOrder{order, seed}.of(uses);
}

bool share_a_vertex(std::span<const int> a, std::span<const int> b) {
  return std::ranges::any_of(a, [&](int vertex) { return std::ranges::find(b, vertex) != b.end(); });
}

}  // namespace

TEST_CASE("Every order has every element once") {
  const IncrementalPotential<double> problem = twisted_beam({});
  const std::vector<std::span<const int>> tets = tets_of(problem);
  const std::vector<int> mesh = order_of(tets, Order::mesh);
  CHECK(mesh == mesh_order(problem.mesh->tet_count()));
  for (const Order word : {Order::reversed, Order::shuffled, Order::coloured}) {
    const std::vector<int> order = order_of(tets, word);
    CHECK(order != mesh);
    CHECK(std::set<int>(order.begin(), order.end()).size() == mesh.size());
    CHECK(order.size() == mesh.size());
  }
  std::vector<int> back = order_of(tets, Order::reversed);
  std::ranges::reverse(back);
  CHECK(back == mesh);
  CHECK(order_of(tets, Order::shuffled, 1) == order_of(tets, Order::shuffled, 1));
  CHECK(order_of(tets, Order::shuffled, 1) != order_of(tets, Order::shuffled, 2));
  CHECK(order_of({}, Order::coloured).empty());
}

TEST_CASE("Elements of a colour share no vertex, and colours are few") {
  const IncrementalPotential<double> problem = twisted_beam({});
  const std::vector<std::span<const int>> tets = tets_of(problem);
  std::vector<std::vector<int>> runs(1);
  for (const int tet : order_of(tets, Order::coloured)) {
    if (!runs.back().empty() && tet < runs.back().back()) runs.emplace_back();  // ascending within a colour
    for (const int other : runs.back()) REQUIRE_FALSE(share_a_vertex(tets[tet], tets[other]));
    runs.back().push_back(tet);
  }
  // A tet shares vertices only with the tets at its four vertices.
  std::size_t busiest = 0;
  for (Index vertex = 0; vertex < problem.vertex_count(); ++vertex) {
    const auto meets = [&](const auto& tet) { return std::ranges::find(tet, vertex) != tet.end(); };
    busiest = std::max<std::size_t>(busiest, std::ranges::count_if(tets, meets));
  }
  CHECK(runs.size() >= busiest);
  CHECK(runs.size() <= 4 * busiest);
}

TEST_CASE("The order changes the iterates of solvers that sweep, but not their limit") {
  BeamSettings settings;
  settings.cells = {4, 1, 1};
  settings.stiffness = 1e6;
  const IncrementalPotential<double> problem = twisted_beam(settings);
  const auto after = [&](Order order, int iterations) {
    VertexBlockDescentSettings own;
    own.order.order = order;
    VertexBlockDescent<double> solver(own);
    return run(solver, problem, iterations);
  };
  const auto swept = [&](Order order) {
    XpbdSettings own;
    own.order.order = order;
    Xpbd<double> solver(own);
    return run(solver, problem, 1);
  };
  for (const Order order : {Order::reversed, Order::shuffled, Order::coloured}) {
    CHECK(distance(swept(order), swept(Order::mesh)) > 1e-6);
    CHECK(distance(after(order, 1), after(Order::mesh, 1)) > 1e-6);
    CHECK(distance(after(order, 1000), after(Order::mesh, 1000)) < 1e-9);
  }
}

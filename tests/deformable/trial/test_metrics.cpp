#include <map>
#include <set>

#include "deformable/problem/state.h"
#include "deformable/trial/metrics.h"
#include "tests/deformable/scene/small_scene.h"
#include "tests/support/beam_problem.h"

using namespace simbench;
using namespace simbench::test;

namespace {

IncrementalPotential<double> problem_of(const std::vector<std::string>& overrides = {}) {
  const Scene scene = small_scene(overrides);
  const World world = world_of(scene);
  return step_problem(scene, world, world.start, 1);
}

class Values {
 public:
  Values(const IncrementalPotential<double>& problem, const Positions<double>& positions,
         const IterationReport& report = {})
      : values_(Observer(problem, {}).observe(positions, report)) {}
  std::optional<double> operator[](std::string_view name) const {
    return values_.at(metric_columns().index(name));
  }

 private:
  std::vector<std::optional<double>> values_;
};

// A pseudo-random deformation. It inverts no tet if `size` is small.
Positions<double> wobbled(const Positions<double>& positions, double size) {
  Positions<double> result = positions;
  for (int i = 0; i < result.size(); ++i) result.reshaped()[i] += size * std::sin(1.0 + 12.9898 * i);
  return result;
}

const std::string held = R"(anchors.groups=[{"vertices":{"select":"x_min"},"translation":[0,1,0]}])";

}  // namespace

TEST_CASE("Metrics have distinct names, units and meanings") {
  std::set<std::string_view> names;
  for (const Metric& metric : metrics()) {
    CHECK(names.insert(metric.column.name).second);
    CHECK_FALSE(metric.column.unit.empty());
    CHECK_FALSE(metric.column.meaning.empty());
    CHECK(metrics()[metric_columns().index(metric.column.name)].column.name == metric.column.name);
  }
  CHECK_THROWS(metric_columns().index("no_such_metric"));
}

TEST_CASE("The objective, its parts, its gradient and the momenta are those of the problem") {
  const IncrementalPotential<double> problem =
      problem_of({held, "anchors.stiffness=70", "gravity=[0,0,-9.81]"});
  const Positions<double> q = wobbled(problem.mesh->rest_positions, 0.01);
  const double inertial = problem.inertial(q), strain = problem.potentials.at(0)->value(q),
               anchors = problem.potentials.at(1)->value(q);
  REQUIRE(std::min({inertial, strain, anchors}) > 1e-3);
  const Values values(problem, q);
  CHECK(values["inertial"] == Approx(inertial).epsilon(1e-12));
  CHECK(values["material_energy"] == Approx(strain).epsilon(1e-12));
  CHECK(values["anchor_energy"] == Approx(anchors).epsilon(1e-12));
  CHECK(values["constraint"] == Approx(strain + anchors).epsilon(1e-12));
  CHECK(values["objective"] == Approx(inertial + strain + anchors).epsilon(1e-12));
  CHECK(values["gradient_norm"] == Approx(gradient_norm(problem, q)).epsilon(1e-12));
  const Positions<double> velocities = problem.velocities(q);
  CHECK(values["linear_momentum"] == Approx(linear_momentum(problem.masses, velocities).norm()));
  CHECK(values["angular_momentum"] == Approx(angular_momentum(problem.masses, q, velocities).norm()));
}

TEST_CASE("The smallest det F and the inverted tets are counted from the volumes") {
  const IncrementalPotential<double> problem = problem_of();
  const TetMesh& mesh = *problem.mesh;
  Positions<double> q = mesh.rest_positions;
  CHECK(Values(problem, q)["inverted_tets"] == 0);
  q.row(0) *= 0.5;
  CHECK(Values(problem, q)["min_det_f"] == Approx(0.5));
  q.row(0) *= -1;
  CHECK(Values(problem, q)["min_det_f"] == Approx(-0.5));
  CHECK(Values(problem, q)["inverted_tets"] == 20);
  q.row(0).setZero();  // flat is inverted, too: det F ≤ 0
  CHECK(Values(problem, q)["min_det_f"] == 0);
  CHECK(Values(problem, q)["inverted_tets"] == 20);

  q = wobbled(mesh.rest_positions, 0.15);
  const VectorX<double> determinants =
      tet_volumes(mesh, q).cwiseQuotient(tet_volumes(mesh, mesh.rest_positions));
  const auto inverted = (determinants.array() <= 0).count();
  REQUIRE(inverted > 0);
  REQUIRE(inverted < 20);
  CHECK(Values(problem, q)["min_det_f"] == Approx(determinants.minCoeff()));
  CHECK(Values(problem, q)["inverted_tets"] == static_cast<double>(inverted));
}

TEST_CASE("Values are empty if the solver does not report them or the scene does not have them") {
  const IncrementalPotential<double> problem = problem_of();
  const Values silent(problem, problem.mesh->rest_positions);
  for (const char* name : {"step_length", "evaluations", "primal_residual", "dual_residual", "anchor_energy",
                           "relative_error"}) {
    INFO(name);
    CHECK_FALSE(silent[name]);
  }
  IterationReport report;
  const std::map<std::string_view, double> numbers = {
      {"step_length", 0.25}, {"evaluations", 3}, {"primal_residual", 5}, {"dual_residual", 0}};
  for (const auto& [name, number] : numbers) report.diagnostics.set(name, number);
  const Values reported(problem, problem.mesh->rest_positions, report);
  for (const auto& [name, number] : numbers) CHECK(reported[name] == number);
}

TEST_CASE("Every number that a solver reports has a column") {
  const IncrementalPotential<double> problem = problem_of();
  for (const SolverEntry& entry : solvers()) {
    const auto solver = entry.make(*entry.default_settings(), Precision::double_precision);
    REQUIRE_FALSE(solver->begin_step(problem));
    IterationReport report = solver->iterate();
    solver->complete(report);
    for (const auto& [name, value] : report.diagnostics.all()) {
      INFO(entry.name << " reports " << name);
      const auto has_name = [&, n = name](const Metric& metric) { return metric.column.name == n; };
      CHECK(std::ranges::any_of(metrics(), has_name));
    }
  }
}

TEST_CASE("A row has the same bits, whether observer or solver computes the constraints' residuals") {
  const IncrementalPotential<double> problem = problem_of({held, "anchors.stiffness=70"});
  for (const SolverEntry& entry : solvers()) {
    if (entry.name != "xpbd" && entry.name != "pd") continue;
    const auto solver = entry.make(*entry.default_settings(), Precision::double_precision);
    REQUIRE_FALSE(solver->begin_step(problem));
    for (int iteration = 0; iteration < 3; ++iteration) {
      const IterationReport report = solver->iterate();
      IterationReport completed = report;
      solver->complete(completed);
      const auto row = Observer(problem, {}).observe(solver->positions(), completed);
      CHECK(Observer(problem, {}).observe(solver->positions(), report, {}, solver->constraints()) == row);
      CHECK(row[metric_columns().index("gradient_residual")].has_value() == (entry.name == "xpbd"));
    }
  }
}

TEST_CASE("The relative error is 1 at the start and 0 at the reference") {
  CHECK(relative_error(10, 10, 2) == 1);
  CHECK(relative_error(4, 10, 2) == 0.25);
  CHECK(relative_error(2, 10, 2) == 0);
  CHECK(relative_error(1, 10, 2) == -0.125);
  CHECK(relative_error(18, 10, 2) == 2);
  CHECK_FALSE(relative_error(4, 10, {}));
  CHECK_FALSE(relative_error(4, 2, 2));
  CHECK_FALSE(relative_error(4, 0, 0));
  CHECK_FALSE(relative_error(1, 1e6, 1e6 * (1 + 1e-16)));
}

TEST_CASE("The largest penetration is the depth of the deepest vertex behind its half space") {
  CHECK_FALSE(Values(problem_of(), problem_of().mesh->rest_positions)["largest_penetration"]);
  const IncrementalPotential<double> problem = problem_of(
      {R"(potentials=[{"type":"half_space","stiffness":1e5,"point":[0,0,-0.5],"normal":[0,0.6,0.8],)"
       R"("vertices":{"select":"all"}}])"});
  Positions<double> q = problem.mesh->rest_positions;
  q.colwise() += Vector3<double>(0, 10, 10);
  CHECK(Values(problem, q)["largest_penetration"] == 0.0);
  q.col(7) = Vector3<double>(3, -2, -1);  // 0.6 (-2) + 0.8 (-1 + 0.5) = -1.6
  q.col(9) = Vector3<double>(0, -1, -1);
  CHECK(Values(problem, q)["largest_penetration"].value() == Approx(1.6).epsilon(1e-14));
  q(0, 9) = std::numeric_limits<double>::quiet_NaN();
  CHECK_FALSE(Values(problem, q)["largest_penetration"]);
}

TEST_CASE("The distance to the minimum is the mean of squared distances, weighted by masses") {
  const IncrementalPotential<double> problem = problem_of();
  const Positions<double> minimiser = wobbled(problem.mesh->rest_positions, 0.01);
  const auto distance = [&](const Positions<double>& q, const Positions<double>* reference) {
    return Observer(problem, {}, reference).observe(q, {}).at(metric_columns().index("distance_to_minimum"));
  };
  CHECK_FALSE(distance(minimiser, nullptr));
  CHECK(distance(minimiser, &minimiser) == 0.0);
  Positions<double> q = minimiser;
  q.col(3) += Vector3<double>(0.3, 0, -0.4);
  CHECK(*distance(q, &minimiser) == Approx(0.5 * std::sqrt(problem.masses[3] / problem.masses.sum())));
}

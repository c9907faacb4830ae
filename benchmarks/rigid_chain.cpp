#include "rigid_chain.h"

#include "config/reader.h"
#include "rigid_baseline.h"
#include "yardstick.h"

namespace simbench::benchmarks {

namespace rigid_chain {
namespace {

// A compliance of the joints of soft chains [m/N].
constexpr double softness = 0.1;

std::unique_ptr<rigid::Solver> make(std::string_view solver, std::string_view settings) {
  const rigid::SolverEntry& entry = *rigid::find_solver(solver);
  const auto described = entry.default_settings();
  config::read(config::Document::parse(std::string(settings), "settings"),
               [&](config::Fields& fields) { described->describe(fields); });
  return entry.make(*described, Precision::double_precision);
}

}  // namespace
}  // namespace rigid_chain

void measure_rigid_chain(const RigidCase& which, double seconds,
                         const std::function<void(const Json&)>& add) {
  using namespace rigid_chain;
  const StepProblem problem = chain_of([&](StepProblem& chain, int k) {
    Point joint;
    joint.compliance = which.is_soft ? softness : 0;
    join_points(chain, k, joint, 0.5);
  });
  const auto plain = [&] { return make_chain_baseline(which.solver); };
  const bool has_baseline = plain() != nullptr;
  if (has_baseline) require_same(which.solver, *make(which.solver, which.settings), *plain(), problem);

  std::vector<Contestant> contestants = {has_baseline ? contestant("baseline", plain, problem)
                                                      : decompositions()};
  contestants.push_back(contestant(
      "ours", [&] { return make(which.solver, which.settings); }, problem));
  if (!which.compared_with.empty())
    contestants.push_back(contestant(
        "compared", [&] { return make(which.compared_with, "{}"); }, problem));
  race(contestants, which.block, 3 * seconds);

  Json row = {{"beam", "R"}, {"case", which.solver}, {"precision", "double"}, {"tets", boxes - 1}};
  write_times(row, contestants[1], contestants[0]);
  if (has_baseline) row["baseline_ms"] = 1e3 * shortest(contestants[0].iterations);
  if (!which.compared_with.empty()) row["compared_median_ms"] = 1e3 * median(contestants.back().iterations);
  add(row);
}

}  // namespace simbench::benchmarks

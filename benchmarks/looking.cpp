#include "looking.h"

#include <algorithm>

#include "deformable/trial/deformable_trial.h"
#include "yardstick.h"

namespace simbench::benchmarks {

std::shared_ptr<Trial> begun_trial(const Beam& beam, const Case& which) {
  const IncrementalPotential<double> start = step_problem(beam, which);
  const Motion motion = {
      .mesh = start.mesh,
      .start = {.positions = start.previous_positions,
                .velocities = Positions<double>::Zero(3, start.vertex_count())},
      .memory = nullptr,
      .time = [h = start.time_step](int step) { return step * h; },
      .problem = [=](const State&, int) { return start; },
      .materials = "strain",
      .columns_of_terms = {},
  };
  RunOptions options;
  options.reference = ReferenceKind::none;
  auto trial =
      std::make_shared<DeformableTrial>(make_solver(which, Precision::double_precision), motion, options);
  trial->pose_step(true, {});
  trial->begin_step();
  trial->observe();  // the first one of a step has to be at its start
  return trial;
}

void measure_looking(const LookingCase& looking, const Beam& beam, const std::vector<int>& threads,
                     double seconds, const std::function<void(const Json&)>& add) {
  const Case& which = *std::ranges::find(cases(), looking.solver, &Case::name);
  const Index tets = step_problem(beam, which).mesh->tet_count();
  std::vector<Contestant> contestants = {decompositions()};
  for (const int count : threads) {
    for (const bool looks : {false, true}) {
      const auto trial = std::make_shared<std::shared_ptr<Trial>>();  // its own, new in each round
      const auto iterate = [trial] { return !(*trial)->iterate(); };
      const auto observe = [trial] { return !(*trial)->observe().empty(); };
      Contestant own;
      own.name = looks ? "looking" : "iterating";
      own.threads = count;
      own.begin = [&, trial] { *trial = begun_trial(beam, which); };
      own.iterate = looks ? std::function<bool()>(observe) : iterate;
      if (looks) own.prepare = iterate;
      contestants.push_back(own);
    }
  }
  race(contestants, static_cast<int>(std::clamp<Index>(100000 / tets, 4, 50)),
       seconds * static_cast<double>(contestants.size()));
  for (std::size_t k = 2; k < contestants.size(); k += 2) {
    Json row = {{"beam", beam.name}, {"case", looking.name}, {"precision", "double"}, {"tets", tets}};
    write_times(row, contestants[k], contestants[0]);
    row.erase("setup_ms");
    row["compared_median_ms"] = 1e3 * median(contestants[k - 1].iterations);
    add(row);
  }
}

}  // namespace simbench::benchmarks

#include "profile.h"

#include <memory>

#include "looking.h"

namespace simbench::benchmarks {

std::function<void()> alone(Part part, const Beam& beam, const Case& which) {
  if (part == Part::row) {
    const auto trial = begun_trial(beam, which);
    trial->iterate();
    return [=] { trial->observe(); };
  }
  const auto problem = std::make_shared<IncrementalPotential<double>>(step_problem(beam, which));
  const auto make = [&which] { return make_solver(which, Precision::double_precision); };
  if (part == Part::setup) return [=] { make()->begin_step(*problem); };
  const std::shared_ptr<Solver<double>> solver = make();
  solver->begin_step(*problem);
  return [=, iterations = 0]() mutable {
    if (solver->iterate().stop || ++iterations % 50 == 0) solver->begin_step(*problem);
  };
}

}  // namespace simbench::benchmarks

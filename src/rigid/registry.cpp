#include "rigid/registry.h"

#include <algorithm>

#include "rigid/solvers/avbd.h"
#include "rigid/solvers/direct.h"
#include "rigid/solvers/gauss_seidel.h"
#include "rigid/solvers/jacobi.h"
#include "rigid/solvers/sequential_impulses.h"

namespace simbench::rigid {

namespace {

struct NoSettings final : SolverSettings {
  void describe(config::Fields&) override {}
};

template <class S, class Make>
SolverEntry entry(std::string_view name, std::string_view summary, Make) {
  return {named_solver<NoSettings>(name, summary),
          [](const Constraints<double>&, const SolverSettings&) -> Declines { return {}; },
          [](const SolverSettings&, Precision) -> std::unique_ptr<Solver<double>> { return Make()(); }};
}

}  // namespace

const std::vector<SolverEntry>& solvers() {
  static const std::vector<SolverEntry> registry = {
      entry<GaussSeidel<double>>("gs", "Gauss-Seidel over constraints (PBD)",
                                 [] { return std::make_unique<GaussSeidel<double>>(GaussSeidelOptions{}); }),
      entry<Direct>("direct", "Newton's method on the conditions of the solution",
                    [] { return std::make_unique<Direct>(); }),
  };
  return registry;
}

const SolverEntry* find_solver(std::string_view name) {
  const auto found = std::ranges::find(solvers(), name, &SolverEntry::name);
  return found == solvers().end() ? nullptr : &*found;
}

}  // namespace simbench::rigid

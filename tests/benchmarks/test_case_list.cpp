// Every solver of the registries has a row in the benchmark, and every row is measured somewhere.
#include <algorithm>
#include <catch2/catch.hpp>
#include <set>
#include <string>

#include "benchmarks/case_list.h"
#include "deformable/solvers/registry.h"
#include "rigid/solvers/registry.h"

using namespace simbench;
using namespace simbench::benchmarks;

namespace {

// The solvers of a registry that none of these cases measures.
template <class Entries, class... Cases>
std::set<std::string> without_row(const Entries& solvers, const Cases&... cases) {
  std::set<std::string> missing;
  for (const auto& solver : solvers) missing.insert(std::string(solver.name));
  const auto leave = [&](const auto& which) { missing.erase(std::string(which.solver)); };
  (std::ranges::for_each(cases, leave), ...);
  return missing;
}

}  // namespace

TEST_CASE("Every solver of deformable bodies has a benchmark row") {
  CHECK(without_row(solvers(), cases(), contact_cases()).empty());
  CHECK(without_row(solvers(), std::vector<Case>{cases().front()}).size() == solvers().size() - 1);
}

TEST_CASE("Every solver of rigid bodies has a benchmark row") {
  CHECK(without_row(rigid::solvers(), rigid_cases()).empty());
}

TEST_CASE("Every formula of an integrator has a benchmark row") {
  for (const StepFormula formula :
       {StepFormula::explicit_euler, StepFormula::symplectic_euler, StepFormula::linear_implicit_euler})
    CHECK(std::ranges::count(cases(), formula, &Case::formula) == 1);
}

TEST_CASE("Benchmark rows have names of their own, beams, and solvers that exist") {
  std::set<std::string_view> names;
  for (const Case& which : cases()) {
    INFO(which.name);
    CHECK(names.insert(which.name).second);
    CHECK(!which.beams.empty());
    CHECK(find_solver(which.solver));
    CHECK((which.compared_with.empty() || find_solver(which.compared_with)));
  }
  for (const LookingCase& which : looking_cases()) {
    INFO(which.name);
    CHECK(names.insert(which.name).second);
    CHECK(std::ranges::count(cases(), which.solver, &Case::name) == 1);
  }
  for (const ContactCase& which : contact_cases()) {
    INFO(which.name);
    CHECK(names.insert(which.name).second);
    CHECK((which.solver.empty() || find_solver(which.solver)));
  }
  for (const RigidCase& which : rigid_cases()) {
    INFO(which.solver);
    CHECK(rigid::find_solver(which.solver));
    CHECK((which.compared_with.empty() || rigid::find_solver(which.compared_with)));
  }
}

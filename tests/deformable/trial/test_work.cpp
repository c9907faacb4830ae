// The work of solvers, counted by the harness: what their algorithms say that an iteration costs.
#include <catch2/catch.hpp>

#include "math/parallel.h"
#include "tests/deformable/scene/small_scene.h"

using namespace simbench;
using namespace simbench::test;

namespace {

const std::vector<std::string> problem = {twist, "step.iterations=7",
                                          R"(anchors.groups=[{"vertices":{"select":"x_min"}}])"};

class Count {
 public:
  explicit Count(std::string_view solver, std::vector<std::string> settings = {},
                 const RunOptions& options = {}) {
    settings.insert(settings.end(), problem.begin(), problem.end());
    result_ = result_of(small_experiment(solver, settings, options));
    REQUIRE(result_.iterations == 7);
  }
  // At the last iterate.
  double operator[](std::string_view column) const { return at(result_.records.size() - 1, column); }
  double first(std::string_view column) const { return at(0, column); }

 private:
  double at(std::size_t record, std::string_view column) const {
    return result_.value(result_.records[record], column).value();
  }
  RunResult result_;
};

}  // namespace

TEST_CASE("An iteration of Projective Dynamics is a local pass and a solve, and S is factorised once") {
  const Count count("pd");
  CHECK(count["local_passes"] == 7);
  CHECK(count["solves"] == 7);
  CHECK(count["factorisations"] == 1);
  CHECK(count.first("factorisations") == 1);
  CHECK(count.first("local_passes") == 0);
  for (const char* other : {"value_passes", "gradient_passes", "hessian_passes", "matrix_products"})
    CHECK(count[other] == 0);
}

TEST_CASE("Other solvers cost what their algorithms say") {
  SECTION("a sweep of XPBD computes each element once") {
    const Count count("xpbd");
    CHECK(count["local_passes"] == 7);
    CHECK(count["solves"] == 0);
  }
  SECTION("Newton has a Hessian, a factorisation and a solve, and at least one gradient") {
    const Count count("newton");
    CHECK(count["hessian_passes"] == 7);
    CHECK(count["factorisations"] == 7);
    CHECK(count["solves"] == 7);
    CHECK(count["gradient_passes"] >= 8);
  }
  SECTION("nonlinear conjugate gradients have a gradient and a curvature, and the first gradient") {
    const Count count("ncg");
    CHECK(count["hessian_passes"] == 7);
    CHECK(count["solves"] == 8);
    CHECK(count["gradient_passes"] >= 8);
  }
  SECTION("Vertex Block Descent visits each tet from its four vertices") {
    // 20 tets with four visits, and four anchors with one.
    CHECK(Count("vbd")["hessian_passes"] == Approx(7 * (20 * 4 + 4) / 24.0));
  }
  SECTION("conjugate gradients count products instead of solves") {
    const Count count("pd", {"solvers.pd.linear_solver=conjugate_gradients"});
    CHECK(count["solves"] == 0);
    CHECK(count["factorisations"] == 0);
    CHECK(count["matrix_products"] > 7);
  }
}

TEST_CASE("Looking at iterates, and Newton's search for f*, are not a solver's work") {
  RunOptions rarely, without_reference;
  rarely.record_every = 7;
  without_reference.reference = ReferenceKind::none;
  const Count often("qn"), less("qn", {}, rarely), none("qn", {}, without_reference);
  for (const char* column :
       {"value_passes", "gradient_passes", "hessian_passes", "solves", "factorisations"}) {
    CHECK(often[column] == less[column]);
    CHECK(often[column] == none[column]);
  }
}

TEST_CASE("Two threads do the same work as one") {
  for (const char* solver : {"vbd", "qn", "admm"}) {
    const Count one(solver);
    const ThreadScope threads(2);
    const Count two(solver);
    for (const char* column : {"gradient_passes", "hessian_passes", "local_passes", "solves"})
      CHECK(one[column] == two[column]);
  }
}

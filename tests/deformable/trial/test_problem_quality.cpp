// Compares the numbers of `simbench check` with dense eigenvalues.
#include "deformable/trial/problem_quality.h"
#include "tests/deformable/scene/small_scene.h"
#include "tests/support/dense.h"

using namespace simbench;
using namespace simbench::test;

namespace {

double dense_condition(const SparseMatrix<double>& A) {
  const VectorX<double> values = eigenvalues(Eigen::MatrixXd(A));
  return values[values.size() - 1] / values[0];
}

ProblemQuality inspection_of(const Scene& scene) {
  const World world = world_at_rest(scene);
  return problem_quality(step_problem(scene, world, world.start, 1));
}

}  // namespace

TEST_CASE("The condition estimate agrees with the eigenvalues") {
  for (const std::string stiffness : {"1e3", "1e6", "1e9"}) {
    const Scene scene = small_scene(
        {"material.stiffness=" + stiffness, "anchors.groups=[{\"vertices\":{\"select\":\"x_min\"}}]"});
    const World world = world_at_rest(scene);
    const SparseMatrix<double> S = step_problem(scene, world, world.start, 1).stiffness_matrix();
    const double condition = dense_condition(S), estimate = condition_estimate(S).value();
    CHECK(estimate <= condition * (1 + 1e-9));
    CHECK(estimate > 0.9 * condition);
    CHECK(inspection_of(scene).condition.value() == estimate);
  }
}

TEST_CASE("A matrix that is not positive definite has no condition estimate") {
  SparseMatrix<double> indefinite(2, 2);
  indefinite.insert(0, 0) = 1;
  indefinite.insert(1, 1) = -1;
  indefinite.makeCompressed();
  CHECK_FALSE(condition_estimate(indefinite));
}

TEST_CASE("The mass is density times volume") {
  const ProblemQuality seen = inspection_of(small_scene());
  CHECK(seen.mass == Approx(1000 * 0.8 * 0.2 * 0.2).epsilon(1e-12));
  CHECK(seen.mesh.volume == Approx(0.8 * 0.2 * 0.2).epsilon(1e-12));
  CHECK(seen.mesh.components == 1);
}

TEST_CASE("The inspection predicts drift in single precision for large stiffnesses and time steps") {
  const auto drifts = [](const std::string& time_step, const std::string& stiffness) {
    return inspection_of(small_scene({"step.time_step=" + time_step, "material.stiffness=" + stiffness}))
        .drifts_in_single_precision;
  };
  CHECK_FALSE(drifts("1e-3", "1e6"));
  CHECK_FALSE(drifts("1e-2", "1e6"));
  CHECK(drifts("1e-1", "1e9"));
  CHECK(drifts("1e-2", "1e11"));  // the same k h²
}

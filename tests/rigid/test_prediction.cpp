// The rotation of free bodies, and the modified inertia.
#include <Eigen/LU>

#include "tests/rigid/stepping.h"

using namespace simbench;
using namespace simbench::rigid;
using simbench::test::Random;

TEST_CASE(
    "The modified inertia is the derivative of I(theta) omega, and that of a symmetric top has the known "
    "form") {
  // d/dθ of R(θ) I R(θ)ᵀ ω with θ = h ω: Ĩ = I + I [ωh] − [Iωh] (Waterson 2026, Eq. 4.17 without the
  // transpose).
  Random random(7);
  const Vector3<double> principal(1, 2, 4), spin = random.matrix(3, 1);
  const double h = 0.1;
  const Matrix3<double> I = principal.asDiagonal();
  const auto momentum = [&](const Vector3<double>& omega) {
    const Quaternion q = exponential(h * (omega - spin));
    const Matrix3<double> R = q.toRotationMatrix();
    return Vector3<double>(R * I * R.transpose() * omega);
  };
  const Matrix3<double> modified = I + I * cross_matrix(h * spin) - cross_matrix(h * (I * spin));
  for (int k = 0; k < 3; ++k) {
    const Vector3<double> step = 1e-6 * Vector3<double>::Unit(k);
    const Vector3<double> slope = (momentum(spin + step) - momentum(spin - step)) / 2e-6;
    CHECK((slope - modified.col(k)).norm() < 1e-8);
  }
  const double a = 1.3, b = 2.1, w = 30;
  const Matrix3<double> top = Vector3<double>(a, a, b).asDiagonal();
  const Vector3<double> about(0, 0, w);
  const Matrix3<double> of_top = top + top * cross_matrix(h * about) - cross_matrix(h * (top * about));
  CHECK(1 / of_top.inverse()(0, 0) == Approx(a * (1 + std::pow((b / a - 1) * w * h, 2))).epsilon(1e-12));
}

TEST_CASE("A free body's drift falls with the time step at the order of its prediction") {
  System system;
  system.bodies = {{"top", {0.5, Vector3<double>(1, 2, 3).cwiseInverse()}}, {"world", {}}};
  State start{Poses(2), std::vector<Displacement>(2)};
  start.velocities[0].angular = {0.3, 2, -1};
  const std::vector<Inertia> inertias = {system.bodies[0].inertia, {}};
  const auto drift = [&](Gyroscopic gyroscopic, double h) {
    State state = start;
    for (int step = 0; step < std::lround(1 / h); ++step) {
      const StepProblem prediction = predict(system, state, h, gyroscopic);
      state = advanced(prediction, prediction.predicted);
    }
    return std::pair((angular_momentum(inertias, state) - angular_momentum(inertias, start)).norm(),
                     std::abs(kinetic_energy(inertias, state) - kinetic_energy(inertias, start)));
  };
  for (const Gyroscopic rule : {Gyroscopic::explicit_torque, Gyroscopic::implicit_torque}) {
    const auto coarse = drift(rule, 0.01), fine = drift(rule, 0.0025);
    CHECK(coarse.first / fine.first == Approx(4).epsilon(0.15));
    CHECK(coarse.second / fine.second == Approx(4).epsilon(0.15));
  }
  CHECK(drift(Gyroscopic::momentum, 0.05).first < 1e-13);
  const auto coarse = drift(Gyroscopic::momentum, 0.01), fine = drift(Gyroscopic::momentum, 0.0025);
  CHECK(coarse.second / fine.second > 3);
}

// Tests every law of the registry, as a batch of tets made from a scene's material.
#include <catch2/catch.hpp>

#include "tests/support/beam.h"
#include "tests/support/dense.h"
#include "tests/support/laws.h"
#include "tests/support/materials.h"
#include "tests/support/potentials.h"

using namespace simbench;
using namespace simbench::test;

namespace {

constexpr double young_modulus = 1e6;  // [Pa]

struct Batch {
  std::shared_ptr<const TetMesh> mesh = beam_mesh({3, 2, 2}, CellSplit::five);
  std::shared_ptr<const Potential<double>> potential;
  Positions<double> positions = jittered(twisted(*mesh, 40), 5e-3, 1);

  explicit Batch(std::string_view law) : potential(material(law, young_modulus)->potential(mesh)) {}

  // The sum of all stiffness constants of the material, times the volume: the scale of its energies [J].
  double scale() const { return potential->stiffnesses().sum() + young_modulus * 0.012; }
  Positions<double> gradient(const Positions<double>& at) const { return gradient_of(*potential, at); }
};

}  // namespace

TEST_CASE("Every law of the registry is among the laws that are tested") {
  const std::vector<std::string_view> names = material_names();
  CHECK(names.size() == test_laws().size());
  for (const std::string_view name : names) {
    INFO(name);
    CHECK_NOTHROW(test_law(name));
    CHECK(make_material(name)->name() == name);
    CHECK(material(name, young_modulus)->stiffness() == young_modulus);
    CHECK_FALSE(make_material(name)->summary().empty());
  }
  CHECK_THROWS_AS(make_material("rubber"), std::logic_error);
}

TEST_CASE("A material's response at rest agrees with its energies") {
  // At rest, the second derivative of ψ(1 + e) is λ + 2μ for one stretch, and 9λ + 6μ for three equal
  // stretches.
  const std::string law = any_law();
  const Batch batch(law);
  const double volume = 0.012, e = 1e-4;
  const auto energy = [&](double one, double others) {
    const Positions<double> positions =
        Vector3<double>(one, others, others).asDiagonal() * batch.mesh->rest_positions;
    return batch.potential->value(positions) / volume;
  };
  const double rest = energy(1, 1);
  const double one = (energy(1 + e, 1) - 2 * rest + energy(1 - e, 1)) / (e * e);
  const double three = (energy(1 + e, 1 + e) - 2 * rest + energy(1 - e, 1 - e)) / (e * e);
  const double mu = (9 * one - three) / 12, lambda = one - 2 * mu;
  const RestResponse near_rest = material(law, young_modulus)->at_rest();
  CHECK(std::abs(near_rest.stress) < 1e-9 * young_modulus);
  CHECK(near_rest.youngs_modulus == Approx(mu * (3 * lambda + 2 * mu) / (lambda + mu)).epsilon(1e-5));
  CHECK(std::abs(near_rest.poisson_ratio - lambda / (2 * (lambda + mu))) < 1e-5);
  // Smith, de Goes and Kim (2018): 1 − 1/(4ν).
  if (law == "stable_neo_hookean") CHECK(near_rest.poisson_ratio == Approx(1 - 1 / 1.8).epsilon(1e-14));
  const RestResponse unstable =
      material_of("stable_neo_hookean", R"({"youngs_modulus": 2.9, "rest_stable": false})")->at_rest();
  CHECK(unstable.stress == Approx(1).epsilon(1e-14));  // μ
}

TEST_CASE("The energy of a homogeneous deformation is volume times density") {
  const std::string law = any_law();
  const Batch batch(law);
  Matrix3<double> F = Vector3<double>(1.3, 1.1, 0.8).asDiagonal();
  F = Random(4).rotation() * F * Random(5).rotation();
  const Positions<double> positions = (F * batch.mesh->rest_positions).colwise() + Vector3<double>(1, 2, 3);
  const auto potential = material(law, law == "strain" ? 1.5 : 2, 0.3)->potential(batch.mesh);
  CHECK(potential->value(positions) == Approx(0.012 * test_law(law).respond(F).density).epsilon(1e-12));
  // The stress is homogeneous: no force acts on the one inner vertex of each inner cross section.
  const Positions<double> forces = batch.gradient(positions);
  REQUIRE(forces.norm() > 1e3);
  int inner = 0;
  for (Index i = 0; i < positions.cols(); ++i) {
    const Vector3<double> rest = batch.mesh->rest_positions.col(i);
    if (rest.x() < 0.05 || rest.x() > 0.25 || (rest.tail<2>().array() - 0.1).abs().maxCoeff() > 0.05)
      continue;
    ++inner;
    CHECK(forces.col(i).norm() < 1e-12 * batch.scale());
  }
  CHECK(inner == 2);
}

TEST_CASE("A clamped Hessian has no negative eigenvalue") {
  const Batch batch(any_law());
  const VectorX<double> values =
      eigenvalues(hessian_of(*batch.potential, batch.positions, Definiteness::clamped));
  CHECK(values[0] > -1e-12 * values[values.size() - 1]);
}

TEST_CASE("Energies do not change when the body moves rigidly") {
  const Batch batch(any_law());
  const Matrix3<double> rotation = Random(6).rotation();
  const Positions<double> moved = (rotation * batch.positions).colwise() + Vector3<double>(1, -2, 3);
  const double value = batch.potential->value(batch.positions);
  REQUIRE(value > 1);
  CHECK(batch.potential->value(moved) == Approx(value).epsilon(1e-12));
  const Positions<double> gradient = batch.gradient(batch.positions);
  CHECK((batch.gradient(moved) - rotation * gradient).norm() < 1e-11 * batch.scale());
}

TEST_CASE("A batch in single precision agrees with the one in double") {
  const Batch batch(any_law());
  const std::shared_ptr<const Potential<float>> single = batch.potential->single_precision();
  CHECK(single->law() == batch.potential->law());
  CHECK(single->element_count() == batch.potential->element_count());
  const Positions<float> rounded = batch.positions.cast<float>();
  const Positions<double> positions = rounded.cast<double>();
  const double value = batch.potential->value(positions);
  REQUIRE(value > 1);
  CHECK(single->value(rounded) == Approx(value).epsilon(1e-5));
  Positions<float> gradient = Positions<float>::Zero(3, positions.cols());
  single->add_gradient(rounded, gradient);
  const Positions<double> exact = batch.gradient(positions);
  // Errors of 6e-8 in F, times the stiffness, compared with stresses of a tenth of the stiffness.
  CHECK((gradient.cast<double>() - exact).norm() < 1e-5 * exact.norm());
  const VectorX<double> stiffnesses = single->stiffnesses().cast<double>();
  CHECK((stiffnesses - batch.potential->stiffnesses()).norm() < 1e-6 * stiffnesses.norm());
}

#include <catch2/catch.hpp>

#include "deformable/energy/laws/strain.h"
#include "deformable/solvers/kernels/strain_block.h"
#include "tests/support/random.h"

using namespace simbench;
using namespace simbench::test;

// density_hessian() is the readable version.
TEMPLATE_TEST_CASE("The block of strain agrees with the one by a decomposition", "", double, float) {
  const auto definiteness = GENERATE(Definiteness::clamped, Definiteness::exact);
  const double stiffness = 3, tolerance = 100 * std::numeric_limits<TestType>::epsilon();
  const Strain<TestType> law(StrainParameters{stiffness});
  Random random(1);
  for (int i = 0; i < 20000; ++i) {
    Matrix3<double> F = random.deformation(0.3, 1.8);
    if (i % 4 == 1) F = random.rotation() + std::pow(10, random.uniform(-10, 0)) * random.matrix3();
    if (i % 4 == 2) F = random.rotation() * Vector3<double>(random.uniform(0.3, 1.8), 1, 1).asDiagonal();
    if (i % 4 == 3) F = random.rotation();
    const Matrix3<TestType> single = F.cast<TestType>();
    const Vector3<TestType> g = random.matrix(3, 1).cast<TestType>();
    const DensityHessian<TestType> density = density_hessian(law, single, definiteness);
    // Near a singular F, the closest rotation and with it both results lose digits.
    const TestType least = density.svd.stretches[1] + density.svd.stretches[2];
    if (least < TestType(0.1)) continue;
    const Matrix3<TestType> R = law.rotation(single);
    const VertexBlock<TestType> block = strain_block<TestType>(law.stiffness, single, R, g, definiteness);
    const double scale = stiffness * g.squaredNorm() / std::min<TestType>(1, least * least);
    INFO("F =\n" << F);
    const Matrix3<TestType> expected = density.block(g, g);
    for (int column = 0; column < 3; ++column) {
      for (int row = column; row < 3; ++row)
        CHECK(std::abs(block.hessian(row, column) - expected(row, column)) < tolerance * scale);
    }
    CHECK((block.gradient - law.respond(single).stress * g).norm() < tolerance * stiffness * g.norm());
  }
}

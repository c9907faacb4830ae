#include <Eigen/Cholesky>
#include <catch2/catch.hpp>

#include "deformable/energy/visit.h"
#include "deformable/solvers/kernels/strain_block.h"
#include "deformable/solvers/pbng.h"
#include "deformable/solvers/vertex_block_descent.h"
#include "math/parallel.h"
#include "tests/support/beam_problem.h"
#include "tests/support/lanes.h"
#include "tests/support/solving.h"

using namespace simbench;
using namespace simbench::test;

namespace {

// Adds an element's contribution to the gradient and the Hessian of the vertex at one of its corners.
template <class Elements, class Real>
void add_element(const Elements& elements, int element, int corner, const VertexForm& form,
                 const Positions<Real>& positions, Vector3<Real>& gradient, Matrix3<Real>& hessian) {
  using Number = typename Elements::Number;
  const auto& law = elements.pack_law();
  const auto pack = elements.stencil().template pack<Number>(std::array{element});
  const auto y = pack.y(pack.corners(positions));
  const auto g = pack.shape_gradient(corner);
  const auto add = [&](const Vector3<Number>& force, const Matrix3<Number>& stiffness) {
    gradient += lane_of(Vector3<Number>(force * pack.weight), 0);
    hessian += lane_of(Matrix3<Number>(stiffness * pack.weight), 0);
  };
  if constexpr (requires { law.approximate_vertex_hessian(y, g); }) {
    if (form.is_approximate) return add(law.respond(y).stress * g, law.approximate_vertex_hessian(y, g));
  }
  if constexpr (requires { law.vertex_hessian(y, g); }) {
    if (form.hessian == Definiteness::exact || form.is_approximate)
      return add(law.respond(y).stress * g, law.vertex_hessian(y, g));
  }
  if constexpr (requires { law.project(y, law.rotation(y)); }) {
    const auto block = strain_block(law.stiffness, y, law.rotation(y), g, form.hessian);
    add(block.gradient, block.hessian);
  } else if constexpr (requires { density_hessian(law, y, form.hessian).svd; }) {
    const auto density = density_hessian(law, y, form.hessian);
    const Matrix3<Number> stress =
        density.svd.U * law.gradient(density.svd.stretches).asDiagonal() * density.svd.V.transpose();
    add(stress * g, density.block(g, g));
  } else if constexpr (std::is_same_v<typename Elements::Stencil, PointStencil>) {
    add(law.respond(y).stress * g, density_hessian(law, y, form.hessian).block(g, g));
  }
}

// A sweep as one would write it at first: one vertex after the other, one element after the other.
template <class Real>
void sweep_one_by_one(const IncrementalPotential<Real>& problem, const VertexForm& form,
                      Positions<Real>& positions) {
  const VectorX<Real> weights = problem.inertia_weights();
  for (int vertex = 0; vertex < problem.vertex_count(); ++vertex) {
    if (problem.is_held(vertex)) continue;
    Vector3<Real> gradient =
        weights[vertex] * (positions.col(vertex) - problem.inertial_positions.col(vertex));
    Matrix3<Real> hessian = weights[vertex] * Matrix3<Real>::Identity();
    for (const auto& potential : problem.potentials) {
      visit(*potential, [&](const auto& elements) {
        for (int element = 0; element < elements.element_count(); ++element) {
          const std::span<const int> vertices = elements.stencil().vertices(element);
          for (std::size_t corner = 0; corner < vertices.size(); ++corner) {
            if (vertices[corner] == vertex)
              add_element(elements, element, static_cast<int>(corner), form, positions, gradient, hessian);
          }
        }
        return true;
      });
    }
    const Eigen::LLT<Matrix3<Real>> factorised(hessian);
    if (factorised.info() == Eigen::Success) positions.col(vertex) -= factorised.solve(gradient);
  }
}

// 210 vertices. One corner is pulled through the body, so that exact blocks are not all definite.
template <class Real>
IncrementalPotential<Real> beam_problem(const std::string& law) {
  BeamSettings settings;
  settings.law = law;
  settings.cells = {13, 4, 2};
  settings.anchored = true;
  IncrementalPotential<double> problem = twisted_beam(settings);
  problem.inertial_positions.col(0) = problem.inertial_positions.col(problem.vertex_count() - 1);
  if constexpr (std::is_same_v<Real, double>)
    return problem;
  else
    return single_precision(problem);
}

template <class Real>
bool same_positions(const Positions<Real>& a, const Positions<Real>& b) {
  return a.size() == b.size() && std::equal(a.data(), a.data() + a.size(), b.data(), same_bits<Real>);
}

}  // namespace

TEMPLATE_TEST_CASE("A sweep has the bits of one vertex after the other, for any number of threads", "",
                   double, float) {
  const auto problem = beam_problem<TestType>(GENERATE("strain", "stable_neo_hookean"));
  VertexForm form{.hessian = GENERATE(Definiteness::clamped, Definiteness::exact)};
  form.is_approximate = GENERATE(false, true);
  const ThreadScope threads(GENERATE(1, 2, 3));
  CAPTURE(problem.potentials[0]->law(), form.hessian, form.is_approximate, thread_count());
  VertexSweep<TestType> sweep;
  sweep.begin_step(problem, {}, form);
  Positions<TestType> positions = problem.inertial_positions, expected = positions;
  for (int iteration = 0; iteration < 3; ++iteration) {
    sweep.move(positions);
    sweep_one_by_one(problem, form, expected);
    REQUIRE(same_positions(positions, expected));
  }
  CHECK_FALSE(same_positions(positions, problem.inertial_positions));
}

// A beam, held at one end, falls for three time steps; the quasi-Newton method does ten iterations in each.
#include <cstdio>

#include "deformable/energy/anchor_potential.h"
#include "deformable/energy/elements.h"
#include "deformable/energy/laws/strain.h"
#include "deformable/energy/tet_stencil.h"
#include "deformable/problem/implicit_euler.h"
#include "deformable/solvers/quasi_newton.h"
#include "deformable/trial/deformable_trial.h"
#include "harness/run.h"
#include "math/parallel.h"
#include "mesh/structured_beam.h"

using namespace simbench;

int main() {
  const ThreadScope threads(2);
  BeamShape shape;
  shape.size = {0.8, 0.2, 0.2};  // [m]
  shape.cells = {8, 2, 2};
  const auto mesh = std::make_shared<const TetMesh>(structured_beam(shape));
  const Positions<double>& rest = mesh->rest_positions;

  std::vector<int> held;
  for (int vertex = 0; vertex < mesh->vertex_count(); ++vertex) {
    if (rest(0, vertex) == 0) held.push_back(vertex);
  }
  using Material = Elements<TetStencil, Strain, double>;
  const double stiffness = 1e5;  // [Pa], and of the anchors [N/m]
  const System beam{.mesh = mesh,
                    .masses = lumped_masses(*mesh, 1000),  // [kg], of a density of 1000 kg/m³
                    .accelerations = Vector3<double>(0, 0, -9.81).replicate(1, rest.cols()),
                    .potentials = {std::make_shared<Material>(TetStencil(mesh), StrainParameters{stiffness}),
                                   anchor_potential(held, rest(Eigen::all, held), stiffness)}};

  const ImplicitEuler integrator(1e-2);
  Motion motion;
  motion.start = {rest, Positions<double>::Zero(3, rest.cols())};
  motion.problem = [&](const State& state, int) { return integrator.problem(beam, state); };
  RunOptions options;
  options.reference = ReferenceKind::none;
  DeformableTrial trial(std::make_unique<QuasiNewton<double>>(QuasiNewtonSettings{}), motion, options);
  const RunResult result = run(trial, {.steps = 3, .iterations = 10}, options);
  for (const Record& record : result.records)
    std::printf("%d %d %.17g\n", record.step, record.iteration, *result.value(record, "objective"));
}

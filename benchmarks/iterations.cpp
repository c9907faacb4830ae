// Milliseconds of one iteration of every solver on three beams: S = 3×3×18, T = the thesis's 6×6×32 and M =
// 10×10×60 cells, strain, h = 1e-2 s, k = 1e8 Pa, one step from the rest shape twisted about its axis.
//   build/release/benchmarks/simbench_benchmark [--benchmark_filter=pd]
#include <benchmark/benchmark.h>

#include <cmath>
#include <numbers>

#include "config/document.h"
#include "config/reader.h"
#include "energy/material.h"
#include "mesh/structured_beam.h"
#include "solver/registry.h"

namespace {

using namespace simbench;

struct Beam {
  const char* name;
  BeamShape shape;
  double total_degrees;
};

const Beam beams[] = {
    {"S", {.size = {6, 1, 1}, .cells = {18, 3, 3}}, 180},
    {"T", {.size = {3.2, 0.6, 0.6}, .cells = {32, 6, 6}}, 241.2},
    {"M", {.size = {6, 1, 1}, .cells = {60, 10, 10}}, 180},
};

// The rest shape with the cross-section at x turned by total · (x/L − ½) about the beam's axis.
Positions<double> twisted(const TetMesh& mesh, const Beam& beam) {
  const Vector3<double> centre = beam.shape.size / 2;
  Positions<double> positions = mesh.rest_positions;
  for (Index i = 0; i < positions.cols(); ++i) {
    const double share = positions(0, i) / beam.shape.size.x() - 0.5;
    const Eigen::AngleAxisd rotation(beam.total_degrees * share * std::numbers::pi / 180,
                                     Vector3<double>::UnitX());
    positions.col(i) = centre + rotation * (positions.col(i) - centre);
  }
  return positions;
}

ImplicitEulerProblem<double> untwisting(const Beam& beam) {
  const auto mesh = std::make_shared<const TetMesh>(structured_beam(beam.shape));
  const std::shared_ptr<Material> strain = make_material("strain");
  const auto parameters = config::Document::parse(R"({"stiffness": 1e8})", "strain");
  config::read(parameters, [&](config::Fields& fields) { strain->describe(fields); });
  ImplicitEulerProblem<double> problem;
  problem.mesh = mesh;
  problem.masses = lumped_masses(*mesh, 1000);
  problem.time_step = 1e-2;
  problem.previous_positions = problem.inertial_positions = twisted(*mesh, beam);
  problem.terms = {strain->term(mesh)};
  return problem;
}

void iterate(benchmark::State& state, const SolverEntry& entry, const Beam& beam, Precision precision) {
  const ImplicitEulerProblem<double> problem = untwisting(beam);
  const std::unique_ptr<Solver<double>> solver = entry.make(*entry.default_settings(), precision);
  solver->begin_step(problem);
  for (auto _ : state) {
    if (solver->iterate().stop) {  // qn and newton converge: begin the step again
      state.PauseTiming();
      solver->begin_step(problem);
      state.ResumeTiming();
    }
  }
  const double tets = static_cast<double>(problem.mesh->tet_count());
  state.counters["tets"] = tets;
  state.counters["per_tet"] =
      benchmark::Counter(tets, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

}  // namespace

int main(int argc, char** argv) {
  for (const Beam& beam : beams) {
    for (const SolverEntry& entry : solvers()) {
      for (const Precision precision : {Precision::double_precision, Precision::single_precision}) {
        const std::string name = std::string(beam.name) + "/" + std::string(entry.name) +
                                 (precision == Precision::double_precision ? "/double" : "/single");
        benchmark::RegisterBenchmark(name.c_str(), iterate, entry, beam, precision)
            ->Unit(benchmark::kMillisecond);
      }
    }
  }
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
}

#include "deformable/problem/derivative_test.h"

#include <cmath>
#include <functional>
#include <limits>
#include <random>

#include "math/dot.h"

namespace simbench {

namespace {

// A single term of the objective: its value and gradient, and its Hessian.
struct Part {
  std::string name;
  std::function<double(const Positions<double>&, Positions<double>&)> value_and_gradient;
  std::function<void(const Positions<double>&, BlockMatrix<double>&)> add_hessian;
  bool is_term = false;
};

std::vector<Part> parts_of(const IncrementalPotential<double>& problem) {
  std::vector<Part> parts;
  parts.push_back(
      {"inertia",
       [&](const Positions<double>& q, Positions<double>& g) { return problem.inertial_and_gradient(q, g); },
       [&](const Positions<double>&, BlockMatrix<double>& H) {
         const VectorX<double> weights = problem.inertia_weights();
         for (int vertex = 0; vertex < weights.size(); ++vertex) H.add_diagonal(vertex, weights[vertex]);
       }});
  for (const auto& potential : problem.potentials) {
    if (potential->is_hard()) continue;  // it has no energy
    parts.push_back({std::string(potential->law()),
                     [&](const Positions<double>& q, Positions<double>& g) {
                       g.setZero();
                       const double value = potential->add_gradient(q, g);
                       problem.zero_held(g);
                       return value;
                     },
                     [&](const Positions<double>& q, BlockMatrix<double>& H) {
                       potential->add_hessian(q, Definiteness::exact, H);
                     }});
  }
  for (const auto& term : problem.terms) {
    parts.push_back({std::string(term->name()),
                     [&](const Positions<double>& q, Positions<double>& g) {
                       g.setZero();
                       const double value = term->add_gradient(q, g);
                       problem.zero_held(g);
                       return value;
                     },
                     [&](const Positions<double>& q, BlockMatrix<double>& H) {
                       std::vector<HessianBlock<double>> blocks;
                       term->append_hessian(q, Definiteness::exact, blocks);
                       make_places(blocks, H);
                       for (const auto& block : blocks) H.add(block.row, block.column, block.value);
                     },
                     true});
  }
  return parts;
}

// `positions`, unless the part is a term that is infinite there and finite where the step begins.
Positions<double> finite_positions(const Part& part, const IncrementalPotential<double>& problem,
                                   const Positions<double>& positions) {
  if (!part.is_term) return positions;
  Positions<double> gradient(3, positions.cols());
  if (std::isfinite(part.value_and_gradient(positions, gradient))) return positions;
  const Positions<double> start = problem.start_positions();
  return std::isfinite(part.value_and_gradient(start, gradient)) ? start : positions;
}

// The slope at the last halving of t whose remainder is well above rounding.
double slope_of(const std::function<double(double)>& remainder, double rounding) {
  constexpr int halvings = 12;
  double slope = std::numeric_limits<double>::infinity();
  double last = remainder(1);
  if (!std::isfinite(last)) return 0;
  for (int i = 1; i <= halvings; ++i) {
    const double next = remainder(std::ldexp(1.0, -i));
    if (!(next > 1000 * rounding)) break;
    slope = std::log2(last / next);
    last = next;
  }
  return slope;
}

}  // namespace

std::vector<DerivativeTest> test_derivatives(const IncrementalPotential<double>& problem,
                                             const Positions<double>& at, double amplitude) {
  constexpr double epsilon = std::numeric_limits<double>::epsilon();
  std::mt19937_64 random(1);
  const auto uniform = [&] { return 2 * std::ldexp(static_cast<double>(random() >> 11), -53) - 1; };
  Positions<double> d = amplitude * Positions<double>::NullaryExpr(3, at.cols(), uniform);
  problem.zero_held(d);

  std::vector<DerivativeTest> tests;
  Positions<double> gradient(3, at.cols()), other(3, at.cols());
  BlockMatrix<double> hessian = problem.hessian_pattern();
  for (const Part& part : parts_of(problem)) {
    const Positions<double> positions = finite_positions(part, problem, at);
    const double value = part.value_and_gradient(positions, gradient);
    hessian.set_zero();
    part.add_hessian(positions, hessian);
    Positions<double> curvature = d;
    curvature.reshaped() = hessian.matrix().selfadjointView<Eigen::Lower>() * d.reshaped();

    const double derivative = dot(gradient, d);
    const auto value_remainder = [&](double t) {
      return std::abs(part.value_and_gradient(positions + t * d, other) - value - t * derivative);
    };
    const auto gradient_remainder = [&](double t) {
      part.value_and_gradient(positions + t * d, other);
      return (other - gradient - t * curvature).norm();
    };
    const double size = (positions.colwise() - positions.rowwise().mean()).norm() + positions.norm();
    const double stiffness = curvature.norm() / d.norm();
    tests.push_back({part.name, "gradient",
                     slope_of(value_remainder, epsilon * (std::abs(value) + stiffness * d.norm() * size))});
    tests.push_back({part.name, "Hessian", slope_of(gradient_remainder, epsilon * stiffness * size)});
  }
  return tests;
}

}  // namespace simbench

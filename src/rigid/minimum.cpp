#include "rigid/minimum.h"

#include <Eigen/SparseLU>

#include "rigid/inertial_term.h"
#include "rigid/objective.h"
#include "rigid/solvers/gauss_seidel.h"

namespace simbench::rigid {

namespace {

using Vector6 = Eigen::Matrix<double, 6, 1>;
constexpr double small_step = 1e-5;  // of central differences [m, rad]

Displacement<double> displacement(const Vector6& v) {
  return {v.head<3>(), v.tail<3>()};
}

// Unknowns: dx and dθ of the bodies that have them, then Λ.
class Conditions {
 public:
  explicit Conditions(const StepProblem<double>& problem) : problem_(problem) {
    for (const Inertia<double>& inertia : problem.inertias) {
      std::array<int, 6> own{};
      own.fill(-1);
      for (int k = 0; k < 6; ++k) {
        if (k < 3 ? inertia.translates() : inertia.rotates()) own[k] = size_++;
      }
      unknowns_.push_back(own);
    }
    first_row_ = size_;
    size_ += static_cast<int>(problem.constraints.row_count());
  }

  VectorX<double> residual(const Poses<double>& poses, const VectorX<double>& multipliers) const {
    VectorX<double> result = VectorX<double>::Zero(size_);
    for (std::size_t b = 0; b < poses.size(); ++b)
      add(static_cast<int>(b), inertial_gradient(problem_.inertias[b], poses[b], problem_.predicted[b]),
          result);
    problem_.constraints.for_each([&]<class Constraint>(const Constraint& constraint, Index row) {
      const auto linear = constraint.linearise(poses);
      const typename Constraint::Multipliers own = multipliers.segment<Constraint::rows>(row);
      for (int b = 0; b < Constraint::body_count; ++b)
        add(constraint.bodies[b], -stacked(linear.pull(b, own)), result);
      result.segment<Constraint::rows>(first_row_ + row) =
          -linear.error - problem_.scaled(constraint.compliance) * own;
    });
    return result;
  }

  Eigen::SparseMatrix<double> jacobian(const Poses<double>& poses, const VectorX<double>& multipliers) const {
    std::vector<Eigen::Triplet<double>> entries;
    Poses<double> moved = poses;
    // ∂ of what `gradient` returns of body `row_body` by δ of `body`.
    const auto differentiate = [&](int body, const auto& gradient, int row_body) {
      for (int k = 0; k < 6; ++k) {
        if (unknowns_[body][k] < 0) continue;
        Vector6 step = Vector6::Zero();
        step[k] = small_step;
        move(moved[body], displacement(step));
        const Vector6 above = gradient();
        moved[body] = poses[body];
        move(moved[body], displacement(-step));
        const Vector6 change = (above - gradient()) / (2 * small_step);
        moved[body] = poses[body];
        for (int i = 0; i < 6; ++i) {
          if (unknowns_[row_body][i] >= 0)
            entries.emplace_back(unknowns_[row_body][i], unknowns_[body][k], change[i]);
        }
      }
    };
    for (int b = 0; b < static_cast<int>(poses.size()); ++b) {
      differentiate(
          b, [&] { return inertial_gradient(problem_.inertias[b], moved[b], problem_.predicted[b]); }, b);
    }
    problem_.constraints.for_each([&]<class Constraint>(const Constraint& constraint, Index row) {
      const typename Constraint::Multipliers own = multipliers.segment<Constraint::rows>(row);
      const auto linear = constraint.linearise(poses);
      for (int b = 0; b < Constraint::body_count; ++b) {
        for (int a = 0; a < Constraint::body_count; ++a) {
          differentiate(
              constraint.bodies[b],
              [&]() -> Vector6 { return -stacked(constraint.linearise(moved).pull(a, own)); },
              constraint.bodies[a]);
        }
        for (int r = 0; r < Constraint::rows; ++r) {
          for (int k = 0; k < 6; ++k) {
            const int unknown = unknowns_[constraint.bodies[b]][k];
            if (unknown < 0) continue;
            const double entry = k < 3 ? linear.linear[b](r, k) : linear.angular[b](r, k - 3);
            entries.emplace_back(unknown, first_row_ + row + r, -entry);
            entries.emplace_back(first_row_ + row + r, unknown, -entry);
          }
        }
      }
      for (int r = 0; r < Constraint::rows; ++r)
        entries.emplace_back(first_row_ + row + r, first_row_ + row + r,
                             -problem_.scaled(constraint.compliance));
    });
    Eigen::SparseMatrix<double> result(size_, size_);
    result.setFromTriplets(entries.begin(), entries.end());
    return result;
  }

  void step(const VectorX<double>& by, Poses<double>& poses, VectorX<double>& multipliers) const {
    for (std::size_t b = 0; b < poses.size(); ++b) {
      Vector6 own = Vector6::Zero();
      for (int k = 0; k < 6; ++k) {
        if (unknowns_[b][k] >= 0) own[k] = by[unknowns_[b][k]];
      }
      move(poses[b], displacement(own));
    }
    multipliers += by.tail(multipliers.size());
  }

 private:
  static Vector6 stacked(const Displacement<double>& d) {
    Vector6 result;
    result << d.linear, d.angular;
    return result;
  }
  void add(int body, const Vector6& values, VectorX<double>& result) const {
    for (int k = 0; k < 6; ++k) {
      if (unknowns_[body][k] >= 0) result[unknowns_[body][k]] += values[k];
    }
  }

  const StepProblem<double>& problem_;
  std::vector<std::array<int, 6>> unknowns_;  // of each body; −1: it does not move so
  int first_row_ = 0, size_ = 0;
};

// Until its sweeps no longer lower the error, or a million of them.
void converge(GaussSeidel<double>& solver, const StepProblem<double>& problem) {
  solver.begin_step(problem);
  double least = std::numeric_limits<double>::infinity();
  for (int since = 0, sweep = 0; since < 20 && sweep < 1000000; ++sweep, ++since) {
    solver.iterate();
    const double error = multiplier_residual(problem, solver.poses(), solver.multipliers());
    if (error < 0.9 * least) {
      least = error;
      since = 0;
    }
    if (least < 1e-6 * multiplier_residual(problem, problem.predicted,
                                           VectorX<double>::Zero(solver.multipliers().size())))
      break;
  }
}

}  // namespace

std::optional<Minimum> find_minimum(const StepProblem<double>& problem) {
  GaussSeidel<double> start({.has_compliance = true});
  converge(start, problem);
  const Conditions conditions(problem);
  Minimum minimum{start.poses(), start.multipliers()};
  const VectorX<double> none = VectorX<double>::Zero(minimum.multipliers.size());
  const double first = conditions.residual(problem.predicted, none).norm();
  if (first == 0) return Minimum{problem.predicted, none};
  VectorX<double> residual = conditions.residual(minimum.poses, minimum.multipliers);
  Eigen::SparseLU<Eigen::SparseMatrix<double>> solver;
  constexpr int most = 50;
  for (int iteration = 0; iteration < most; ++iteration) {
    solver.compute(conditions.jacobian(minimum.poses, minimum.multipliers));
    if (solver.info() != Eigen::Success) return {};
    Minimum next = minimum;
    conditions.step(-solver.solve(residual), next.poses, next.multipliers);
    const VectorX<double> left = conditions.residual(next.poses, next.multipliers);
    if (!(left.norm() < residual.norm())) break;
    minimum = std::move(next);
    residual = left;
  }
  minimum.residual = residual.norm() / first;
  if (!(minimum.residual < 1e-9)) return {};
  minimum.objective = objective(problem, minimum.poses);
  return minimum;
}

}  // namespace simbench::rigid

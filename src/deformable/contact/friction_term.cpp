#include "deformable/contact/friction_term.h"

#include <array>
#include <cmath>
#include <limits>

namespace simbench {

FrictionTerm::FrictionTerm(std::shared_ptr<const ContactTerm> contact, const Positions<double>& lagged,
                           const Positions<double>& origin, const FrictionCoefficients& coefficients,
                           double least_slip, int lag)
    : contact_(std::move(contact)),
      forces_(contact_->forces(lagged)),
      origin_(origin),
      coefficients_(coefficients),
      law_{least_slip},
      lag_(lag) {
  for (ContactForce& force : forces_) force.size *= coefficients.of(force.vertices, force.is_of_edges);
  std::erase_if(forces_, [](const ContactForce& force) { return force.size == 0; });
}

std::span<const TermColumn> FrictionTerm::columns(bool has_lags) {
  static constexpr std::array<TermColumn, 5> columns = {{
      {"friction_energy", "J", "value of the friction term, a part of constraint, but not of total_energy"},
      {"friction_pairs", "1",
       "pairs that have friction in this step: those in contact at its start, or where its last lag has "
       "ended"},
      {"sliding_pairs", "1", "pairs with friction that slide faster than contact.slip_speed"},
      {"lag", "1", "number of the lag in its step, from 1 to contact.friction_lags"},
      {"lag_error", "N",
       "|change of the gradient| if friction had the forces and directions of contact at this iterate"},
  }};
  return std::span(columns).first(has_lags ? 5 : 3);
}

Vector3<double> FrictionTerm::slip(const ContactForce& force, const Positions<double>& positions) const {
  Vector3<double> way = Vector3<double>::Zero();
  for (int i = 0; i < 4; ++i) {
    const int vertex = force.vertices[i];
    way += force.weights[i] * (positions.col(vertex) - origin_.col(vertex));
  }
  return way - force.normal * force.normal.dot(way);
}

Matrix3<double> FrictionTerm::second_derivative(const ContactForce& force,
                                                const Vector3<double>& slip) const {
  const double y = slip.norm();
  Matrix3<double> plane = Matrix3<double>::Identity();
  plane -= force.normal * force.normal.transpose();
  plane *= law_.slope_by_slip(y);
  if (y > 0) plane += law_.bend(y) * slip * slip.transpose();
  return force.size * plane;
}

double FrictionTerm::value(const Positions<double>& positions) const {
  double sum = 0;
  for (const ContactForce& force : forces_) sum += force.size * law_.value(slip(force, positions).norm());
  return sum;
}

double FrictionTerm::add_gradient(const Positions<double>& positions, Positions<double>& gradient) const {
  double sum = 0;
  for (const ContactForce& force : forces_) {
    const Vector3<double> u = slip(force, positions);
    const double y = u.norm();
    sum += force.size * law_.value(y);
    for (int i = 0; i < 4; ++i)
      gradient.col(force.vertices[i]) += force.weights[i] * force.size * law_.slope_by_slip(y) * u;
  }
  return sum;
}

void FrictionTerm::append_hessian(const Positions<double>& positions, Definiteness,
                                  std::vector<HessianBlock<double>>& blocks) const {
  for (const ContactForce& force : forces_) {
    const Matrix3<double> H = second_derivative(force, slip(force, positions));
    for (int i = 0; i < 4; ++i) {
      for (int j = 0; j < 4; ++j) {
        const double factor = force.weights[i] * force.weights[j];
        if (force.vertices[i] >= force.vertices[j] && factor != 0)
          blocks.push_back({force.vertices[i], force.vertices[j], factor * H});
      }
    }
  }
}

// f₁/|u| bounds both eigenvalues of the second derivative in the plane of the contact.
void FrictionTerm::append_stiffness(const Positions<double>& positions,
                                    std::vector<Eigen::Triplet<double>>& entries) const {
  for (const ContactForce& force : forces_) {
    const double weight = force.size * law_.slope_by_slip(slip(force, positions).norm());
    append_weight(weight, force.vertices, force.weights, entries);
  }
}

void FrictionTerm::measure(const Positions<double>& positions, std::span<double> numbers) const {
  double sliding = 0;
  for (const ContactForce& force : forces_) sliding += slip(force, positions).norm() > law_.least;
  numbers[0] = static_cast<double>(forces_.size());
  numbers[1] = sliding;
  if (numbers.size() == 2) return;
  numbers[2] = lag_;
  numbers[3] = lag_error(positions);
}

double FrictionTerm::lag_error(const Positions<double>& positions) const {
  const FrictionTerm present(contact_, positions, origin_, coefficients_, law_.least);
  Positions<double> mine = Positions<double>::Zero(3, positions.cols()), its = mine;
  add_gradient(positions, mine);
  present.add_gradient(positions, its);
  double square = 0;
  for (Index i = 0; i < positions.cols(); ++i)
    square += contact_->is_held(i) ? 0 : (its.col(i) - mine.col(i)).squaredNorm();
  return std::sqrt(square);
}

// Friction for solvers that move one vertex after the other. It sets no bound, because it is finite
// everywhere.
class FrictionTerm::AtVertices final : public TermAtVertices<double> {
 public:
  AtVertices(const FrictionTerm& term, Index vertex_count) : term_(term) {
    std::vector<int> corners;
    for (const ContactForce& force : term.forces_)
      corners.insert(corners.end(), force.vertices.begin(), force.vertices.end());
    forces_of_vertices_ = occurrences(corners, vertex_count);
  }
  void append_couplings(std::vector<std::span<const int>>& couplings) const override {
    for (const ContactForce& force : term_.forces_) couplings.emplace_back(force.vertices);
  }
  void add(int vertex, const Positions<double>& positions, Vector3<double>& gradient,
           Matrix3<double>& hessian) const override {
    for (const int place : forces_of_vertices_.of(vertex)) {
      const ContactForce& force = term_.forces_[static_cast<std::size_t>(place / 4)];
      const double weight = force.weights[place % 4];
      if (weight == 0) continue;
      const Vector3<double> u = term_.slip(force, positions);
      gradient += weight * force.size * term_.law_.slope_by_slip(u.norm()) * u;
      hessian += weight * weight * term_.second_derivative(force, u);
    }
  }
  double longest_move(int) const override { return std::numeric_limits<double>::infinity(); }

 private:
  const FrictionTerm& term_;
  Occurrences forces_of_vertices_;  // 4 · force + corner
};

std::unique_ptr<TermAtVertices<double>> FrictionTerm::at_vertices(const Positions<double>& positions) const {
  return std::make_unique<AtVertices>(*this, positions.cols());
}

}  // namespace simbench

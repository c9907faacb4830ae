#include "deformable/contact/friction_term.h"

#include <array>
#include <limits>

namespace simbench {

FrictionTerm::FrictionTerm(const ContactTerm& contact, const Positions<double>& start,
                           const Positions<double>& origin, double coefficient, double least_slip)
    : forces_(contact.forces(start)), origin_(origin), law_{least_slip} {
  for (ContactForce& force : forces_) force.size *= coefficient;
}

std::span<const TermColumn> FrictionTerm::columns() {
  static constexpr std::array<TermColumn, 3> columns = {{
      {"friction_energy", "J", "value of the friction term, a part of constraint, but not of total_energy"},
      {"friction_pairs", "1", "pairs that have friction in this step: those in contact at its start"},
      {"sliding_pairs", "1", "pairs with friction that slide faster than contact.slip_speed"},
  }};
  return columns;
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

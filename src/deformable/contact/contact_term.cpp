#include "deformable/contact/contact_term.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "deformable/contact/additive_ccd.h"
#include "deformable/contact/contact_at_vertices.h"
#include "deformable/contact/mollifier.h"
#include "deformable/contact/pair_derivatives.h"

namespace simbench {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

double mean_edge(const ContactSurface& surface) {
  double sum = 0;
  for (const double square : surface.edge_squares) sum += std::sqrt(square);
  return sum / static_cast<double>(surface.edge_squares.size());
}

// Two edges whose mollifier acts.
bool is_nearly_parallel(const ContactPair& pair, const FourPoints& x) {
  return pair.is_of_edges && mollifier_value(x, pair.threshold) < 1;
}

}  // namespace

ContactTerm::ContactTerm(std::shared_ptr<const ContactSurface> surface, std::vector<char> held,
                         std::string_view law, double distance, double stiffness)
    : surface_(std::move(surface)),
      law_(law_of_distance(law, distance)),
      distance_(distance),
      stiffness_(stiffness),
      radius_(std::max(2 * distance, mean_edge(*surface_) / 4)),
      search_(surface_, std::move(held), distance, radius_) {}

std::span<const TermColumn> ContactTerm::columns() {
  static constexpr std::array<TermColumn, 4> columns = {{
      {"contact_energy", "J", "energy of the contacts, a part of constraint"},
      {"smallest_gap", "m",
       "smallest distance of a pair of contact; empty if no pair is nearer than contact.distance"},
      {"contact_pairs", "1", "pairs that are nearer to each other than contact.distance"},
      {"intersections", "1", "edges of the surface that cross a triangle of it"},
  }};
  return columns;
}

double ContactTerm::shift(const ContactPair& pair) const {
  const auto found = std::ranges::lower_bound(shifts_, key(pair), {}, &Shift::pair);
  return found != shifts_.end() && found->pair == key(pair) ? found->length : 0;
}

template <class Visit>
void ContactTerm::visit_pairs(const Positions<double>& positions, const Visit& visit) const {
  std::visit(
      [&](const auto& law) {
        for (const ContactPair& pair : search_.find(positions, positions, distance_ + largest_shift_)) {
          const FourPoints x = pair.corners(positions);
          const ClosestPoints closest = pair.closest(x);
          const double square = closest.difference(x).squaredNorm();
          const double reach = shifts_.empty() ? distance_ : distance_ + shift(pair);
          if (!(square < reach * reach)) continue;
          const DistanceEnergy psi = shifts_.empty() ? law(square) : Penalty(reach)(square);
          visit(pair, x, closest, square, pair.weight * psi);
        }
      },
      law_);
}

double ContactTerm::value(const Positions<double>& positions) const {
  if (!positions.allFinite()) return infinity;
  double sum = 0;
  visit_pairs(positions, [&](const ContactPair& pair, const FourPoints& x, const auto&, double square,
                             const DistanceEnergy& psi) {
    const double m = pair.is_of_edges ? mollifier_value(x, pair.threshold) : 1;
    sum += square > 0 ? m * psi.value : infinity;
  });
  return stiffness_ * sum;
}

double ContactTerm::add_gradient(const Positions<double>& positions, Positions<double>& gradient) const {
  if (!positions.allFinite()) return infinity;
  double sum = 0;
  visit_pairs(positions, [&](const ContactPair& pair, const FourPoints& x, const ClosestPoints& closest,
                             double square, const DistanceEnergy& psi) {
    if (!(square > 0)) {
      sum = infinity;
      return;
    }
    Vector12 g = Vector12::Zero();
    sum += add_gradient_of_pair(pair, x, closest, psi, g);
    for (int i = 0; i < 4; ++i) gradient.col(pair.vertices[i]) += stiffness_ * g.segment<3>(3 * i);
  });
  return stiffness_ * sum;
}

void ContactTerm::append_hessian(const Positions<double>& positions, Definiteness definiteness,
                                 std::vector<HessianBlock<double>>& blocks) const {
  visit_pairs(positions, [&](const ContactPair& pair, const FourPoints& x, const ClosestPoints& closest,
                             double square, const DistanceEnergy& psi) {
    if (!(square > 0)) return;
    Matrix12 H = hessian_of_pair(pair, x, closest, psi);
    make_definite(definiteness, pair, x, closest, H);
    for (int i = 0; i < 4; ++i) {
      for (int j = 0; j < 4; ++j) {
        const int row = pair.vertices[i], column = pair.vertices[j];
        if (row >= column) blocks.push_back({row, column, stiffness_ * H.block<3, 3>(3 * i, 3 * j)});
      }
    }
  });
}

void ContactTerm::append_stiffness(const Positions<double>& positions,
                                   std::vector<Eigen::Triplet<double>>& entries) const {
  if (!positions.allFinite()) return;
  visit_pairs(positions, [&](const ContactPair& pair, const FourPoints& x, const ClosestPoints& closest,
                             double square, const DistanceEnergy& psi) {
    if (!(square > 0)) return;
    const double m = pair.is_of_edges ? mollifier_value(x, pair.threshold) : 1;
    const double weight = stiffness_ * m * std::max(0.0, 2 * psi.slope + 4 * psi.curvature * square);
    append_weight(weight, pair.vertices, closest.weights, entries);
  });
}

std::shared_ptr<Term<double>> ContactTerm::with_multipliers(double penalty) const {
  if (!std::holds_alternative<Penalty>(law_)) return nullptr;
  return std::make_shared<ContactTerm>(surface_, search_.held(), Penalty::name, distance_,
                                       penalty * stiffness_);
}

void ContactTerm::update_multipliers(const Positions<double>& positions) {
  std::vector<Shift> shifts;
  visit_pairs(positions,
              [&](const ContactPair& pair, const FourPoints& x, const auto&, double square, const auto&) {
                if (is_nearly_parallel(pair, x)) return;
                const double length = shift(pair) + distance_ - std::sqrt(square);
                if (length > 0) shifts.push_back({key(pair), length});
              });
  std::ranges::sort(shifts, {}, &Shift::pair);
  shifts_ = std::move(shifts);
  largest_shift_ = 0;
  for (const Shift& own : shifts_) largest_shift_ = std::max(largest_shift_, own.length);
}

// A long step is tried in two parts. The pairs that are near decide on its beginning, in which all others
// keep half of their distance; only if none of them stops it, the pairs of the whole way are searched for.
double ContactTerm::largest_step(const Positions<double>& positions, const Positions<double>& step) const {
  const Positions<double> end = positions + step;
  if (!end.allFinite()) return 1;  // the value there says so
  const double beginning = search_.short_move() / longest_column(step);
  if (beginning < 1) {
    const double part = free_part(positions, beginning * step);
    if (part < 1) return part * beginning;
  }
  return free_part(positions, step);
}

void ContactTerm::shorten(StepFilter filter, const Positions<double>& positions,
                          Positions<double>& step) const {
  if (filter == StepFilter::ccd || !step.allFinite()) return Term::shorten(filter, positions, step);
  const std::vector<ContactPair> pairs = search_.find(positions, positions, radius_);
  if (filter == StepFilter::offset) {
    cut_at_longest_moves(longest_moves(*surface_, pairs, positions, radius_), step);
  } else {
    cut_at_planes(*surface_, pairs, positions, radius_, step);
  }
}

double ContactTerm::free_part(const Positions<double>& positions, const Positions<double>& step) const {
  double part = 1;
  for (const ContactPair& pair : search_.find(positions, positions + step, 0))
    part = additive_ccd(pair, pair.corners(positions), pair.corners(step), part);
  return part;
}

std::unique_ptr<TermAtVertices<double>> ContactTerm::at_vertices(const Positions<double>& positions) const {
  const auto derivatives = [this](const ContactPair& pair, const FourPoints& x, Vector12& gradient,
                                  Matrix12& hessian) {
    gradient.setZero();
    hessian.setZero();
    const ClosestPoints closest = pair.closest(x);
    const double square = closest.difference(x).squaredNorm();
    if (!(square > 0 && square < distance_ * distance_)) return;
    const DistanceEnergy psi = pair.weight * std::visit([&](const auto& law) { return law(square); }, law_);
    add_gradient_of_pair(pair, x, closest, psi, gradient);
    gradient *= stiffness_;
    hessian = stiffness_ * hessian_of_pair(pair, x, closest, psi);
  };
  return std::make_unique<ContactAtVertices>(*surface_, search_.find(positions, positions, radius_),
                                             positions, radius_, derivatives);
}

std::vector<OneSidedConstraint<double>> ContactTerm::one_sided_constraints(
    const Positions<double>& start, const Positions<double>& end) const {
  std::vector<OneSidedConstraint<double>> constraints;
  if (!std::holds_alternative<Penalty>(law_) || !end.allFinite()) return constraints;
  for (const ContactPair& pair : search_.find(start, end, distance_)) {
    FourPoints x = pair.corners(start);
    if (!(pair.closest(x).difference(x).squaredNorm() > 0)) continue;  // it has no side
    const FourPoints way = pair.corners(end) - x;
    x += additive_ccd(pair, x, way, 1) * way;
    const ClosestPoints closest = pair.closest(x);
    const Vector3<double> normal = closest.difference(x).normalized();
    const double m = pair.is_of_edges ? mollifier_value(x, pair.threshold) : 1;
    if (m > 0)
      constraints.push_back({pair.vertices, pair.is_of_edges ? 1 : 0, normal, closest.weights, distance_,
                             1 / (pair.weight * stiffness_ * m)});
  }
  return constraints;
}

std::vector<ContactForce> ContactTerm::forces(const Positions<double>& positions) const {
  std::vector<ContactForce> result;
  visit_pairs(positions, [&](const ContactPair& pair, const FourPoints& x, const ClosestPoints& closest,
                             double square, const DistanceEnergy& psi) {
    if (!(square > 0) || is_nearly_parallel(pair, x)) return;
    const double d = std::sqrt(square);
    result.push_back({pair.vertices, closest.weights, closest.difference(x) / d,
                      -stiffness_ * psi.slope * 2 * d, pair.is_of_edges});
  });
  return result;
}

bool ContactTerm::allows(const Positions<double>& positions) const {
  return positions.allFinite() && search_.intersection_count(positions) == 0;
}

std::optional<double> ContactTerm::penetration(const Positions<double>& positions) const {
  if (!std::holds_alternative<Penalty>(law_)) return {};
  if (!allows(positions)) return std::numeric_limits<double>::quiet_NaN();
  double smallest = distance_;
  visit_pairs(positions, [&](const auto&, const auto&, const auto&, double square, const auto&) {
    smallest = std::min(smallest, std::sqrt(square));
  });
  return distance_ - smallest;
}

void ContactTerm::measure(const Positions<double>& positions, std::span<double> numbers) const {
  std::ranges::fill(numbers, std::numeric_limits<double>::quiet_NaN());
  if (!positions.allFinite()) return;
  double smallest = infinity, count = 0;
  visit_pairs(positions, [&](const auto&, const auto&, const auto&, double square, const auto&) {
    smallest = std::min(smallest, std::sqrt(square));
    ++count;
  });
  if (count > 0) numbers[0] = smallest;
  numbers[1] = count;
  numbers[2] = static_cast<double>(search_.intersection_count(positions));
}

}  // namespace simbench

#include "rigid/trial/rigid_snapshot.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/number_text.h"
#include "mesh/vtu.h"
#include "rigid/problem/objective.h"

namespace simbench::rigid {

namespace {

bool has_box(const Body& body) {
  return body.shape.has_extent();
}

// A corner of the body's box, numbered as VTK does for a hexahedron.
Vector3<double> corner(const Body& body, int number) {
  const bool x = number == 1 || number == 2 || number == 5 || number == 6;
  const bool y = number == 2 || number == 3 || number == 6 || number == 7;
  const bool z = number >= 4;
  return 2 * body.shape.half_size().cwiseProduct(Vector3<double>(x - 0.5, y - 0.5, z - 0.5));
}

// The error of each body's joints and contacts [m]: the 2-norm of their rows that are lengths.
VectorX<double> errors(const Constraints& constraints, const Poses& poses) {
  VectorX<double> squares = VectorX<double>::Zero(static_cast<Index>(poses.size()));
  constraints.for_each_linearised(poses, [&](const auto& constraint, const auto& linear, Index) {
    if (constraint.measure != Measure::length || constraint.is_spring || constraint.is_motor) return;
    const double square = violation(constraint, linear.error).squaredNorm();
    for (const int body : constraint.bodies) squares[body] += square;
  });
  return squares.cwiseSqrt();
}

}  // namespace

std::string poses_csv(const System& system, const Poses& poses) {
  std::string text = "body,x,y,z,qw,qx,qy,qz\n";
  for (int b = 0; b < system.world(); ++b) {
    const auto& [x, q] = poses[b];
    text += fmt::format(
        "{},{}\n", system.bodies[b].name,
        fmt::join(std::array{cell_text(x.x()), cell_text(x.y()), cell_text(x.z()), cell_text(q.w()),
                             cell_text(q.x()), cell_text(q.y()), cell_text(q.z())},
                  ","));
  }
  return text;
}

bool has_boxes(const System& system) {
  return std::ranges::any_of(system.bodies, has_box);
}

std::string boxes_vtu(const System& system, const Constraints& constraints, const Poses& poses) {
  constexpr int corners = 8;
  const auto count = static_cast<Index>(std::ranges::count_if(system.bodies, has_box));
  const VectorX<double> all_errors = errors(constraints, poses);
  CellGrid grid{Positions<double>(3, corners * count),
                {{VtkCell::hexahedron, Eigen::MatrixXi(corners, count)}}};
  Eigen::MatrixXd masses(1, count), own_errors(1, count);
  Index box = 0;
  for (std::size_t b = 0; b < system.bodies.size(); ++b) {
    const Body& body = system.bodies[b];
    if (!has_box(body)) continue;
    for (int k = 0; k < corners; ++k) {
      const Index point = corners * box + k;
      grid.points.col(point) = poses[b].position + poses[b].in_world(corner(body, k));
      grid.cells.front().corners(k, box) = static_cast<int>(point);
    }
    masses(0, box) = body.inertia.translates() ? 1 / body.inertia.inverse_mass : 0;
    own_errors(0, box) = all_errors[static_cast<Index>(b)];
    ++box;
  }
  grid.cell_data = {{"mass", masses}, {"constraint_error", own_errors}};
  return vtu_text(grid);
}

}  // namespace simbench::rigid

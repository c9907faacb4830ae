// Chains: bodies in a row, each joined to the next (Waterson 2026, Ch. 8). The member "chain" of a scene.
#pragma once

#include <variant>

#include "config/fields.h"
#include "rigid/system.h"

namespace simbench::rigid {

// Bodies without rotation, a metre apart, joined along the chain's direction: the linear problem A Λ = −c of Sec. 8.1.
struct AxialJoints {
  static constexpr std::string_view name = "axial";
  std::vector<double> violation = {1};  // c of each joint at the start [m]
  void describe(config::Fields& fields);
};

// How the bodies of a chain stand at the start: in a row; as `chain_bent` has it; turned left and right by an angle; each turned by it
// against the one before.
enum class Shape { straight, wave, zigzag, arc };

// Boxes with ball joints at both ends of their x axes.
struct PointJoints {
  static constexpr std::string_view name = "point";
  std::vector<double> violation = {0};  // how far each joint is open along the first of its bodies [m]
  Vector3<double> box{1, 0.2, 0.2};     // edges [m]
  Shape shape = Shape::straight;
  double bend = 0;  // [rad]
  // Instead of a shape, unless empty: one a body.
  std::vector<Vector3<double>> positions = {};
  std::vector<Quaternion<double>> orientations = {};
  // Instead of the ends, unless empty: the points of both bodies of each joint [m].
  std::vector<std::array<Vector3<double>, 2>> arms = {};
  void describe(config::Fields& fields);
};

struct Chain {
  int bodies = 10;
  std::variant<AxialJoints, PointJoints> joint = {};
  std::vector<double> mass = {1};                        // of all bodies but the ends, or of each [kg]
  double end_mass_ratio = 1;                             // R: the two ends have R times that mass
  std::optional<double> tip_mass = {};                   // of the last body [kg]
  bool anchored = false;                                 // the first one is tied to the world, too
  double compliance = 0;                                 // of all joints [m/N]
  Vector3<double> direction = Vector3<double>::UnitX();  // from the first body to the last

  void describe(config::Fields& fields);
  int joints() const { return bodies - 1 + (anchored ? 1 : 0); }
  std::vector<double> masses() const;  // of each body
  // At rest. Bodies are called body0, body1 and so on.
  World build() const;

 private:
  void place(const PointJoints& boxes, Poses<double>& poses) const;
  std::array<Vector3<double>, 2> points(const PointJoints& boxes, int joint) const;
  template <class Constraint>
  void join(Constraint constraint, const std::array<int, 2>& joined, System& system) const;
};

}  // namespace simbench::rigid

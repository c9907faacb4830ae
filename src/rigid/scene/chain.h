// Chains: bodies in a row, each joined to the next (Waterson 2026, Ch. 8). They are the member "chain" of a
// scene.
#pragma once

#include <variant>

#include "config/fields.h"
#include "rigid/problem/system.h"

namespace simbench::rigid {

// Bodies without rotation at distances of 1 m, joined along the chain's direction. This is the linear problem
// A Λ = −c of Sec. 8.1.
struct AxialJoints {
  static constexpr std::string_view name = "axial";
  std::vector<double> violation = {1};  // c of each joint at the start [m]
  void describe(config::Fields& fields);
};

// Orientations of the bodies at the start. straight: not turned; wave: as in the scene chain_bent; zigzag:
// turned by an angle, alternately left and right; arc: each body is turned by the angle relative to the
// previous body.
enum class Curve { straight, wave, zigzag, arc };

// Boxes with ball joints at both ends of their x axes.
struct PointJoints {
  static constexpr std::string_view name = "point";
  std::vector<double> violation = {0};  // gap of each joint along the x axis of its first body [m]
  Vector3<double> box{1, 0.2, 0.2};     // edges [m]
  Curve shape = Curve::straight;
  double bend = 0;  // [rad]
  // One entry per body, instead of a shape; may be empty.
  std::vector<Vector3<double>> positions = {};
  std::vector<Quaternion> orientations = {};
  // The points of both bodies of each joint [m]; if empty, the ends of their x axes.
  std::vector<std::array<Vector3<double>, 2>> arms = {};
  void describe(config::Fields& fields);
};

struct Chain {
  int bodies = 10;
  std::variant<AxialJoints, PointJoints> joint = {};
  std::vector<double> mass = {1};                        // one value for all bodies, or one per body [kg]
  double end_mass_ratio = 1;                             // R, a factor of the masses of the two end bodies
  std::optional<double> tip_mass = {};                   // replaces the mass of the last body [kg]
  bool anchored = false;                                 // a joint ties the first body to the world, too
  double compliance = 0;                                 // of all joints [m/N]
  Vector3<double> direction = Vector3<double>::UnitX();  // from the first body to the last

  void describe(config::Fields& fields);
  int joints() const { return bodies - 1 + (anchored ? 1 : 0); }
  std::vector<double> masses() const;  // one entry per body [kg]
  // The chain at rest. Its bodies are named body0, body1 and so on.
  World build() const;

 private:
  void place(const PointJoints& boxes, Poses& poses) const;
  std::array<Vector3<double>, 2> points(const PointJoints& boxes, int joint) const;
  template <class Constraint>
  void join(Constraint constraint, const std::array<int, 2>& joined, int joint_number, System& system) const;
};

}  // namespace simbench::rigid

// All constraints of a system in their order. Consecutive constraints of one type are stored together as a
// run, so that the type is looked up only once per run:
//
//   runs     │ Point Point Point … │ Axis Axis … │ Point … │
//   rows     │ 0–2   3–5   6–8     │ …
#pragma once

#include <variant>
#include <vector>

#include "rigid/constraints/alignment.h"
#include "rigid/constraints/angle.h"
#include "rigid/constraints/axial.h"
#include "rigid/constraints/axis.h"
#include "rigid/constraints/axis_cosine.h"
#include "rigid/constraints/contact.h"
#include "rigid/constraints/distance.h"
#include "rigid/constraints/motor.h"
#include "rigid/constraints/orientation.h"
#include "rigid/constraints/point.h"
#include "rigid/constraints/spring.h"
#include "rigid/constraints/volume.h"

namespace simbench::rigid {

// Returns constraint.linearise(poses) with the error minus its target of this step.
template <class Constraint>
typename Constraint::Linear linearised(const Constraint& constraint, const Poses& poses);

template <class... Types>
struct ConstraintRuns {
  std::vector<std::variant<std::vector<Types>...>> runs;

  template <class Constraint>
  void push_back(const Constraint& constraint) {
    if (runs.empty() || !std::holds_alternative<std::vector<Constraint>>(runs.back()))
      runs.emplace_back(std::vector<Constraint>{});
    std::get<std::vector<Constraint>>(runs.back()).push_back(constraint);
  }
  // Calls body(constraint, row) in order; `row` is the first row of the constraint.
  template <class Body>
  void for_each(const Body& body) const {
    for_each_of(runs, body);
  }
  template <class Body>
  void for_each(const Body& body) {
    for_each_of(runs, body);
  }
  // Calls body(constraint, linearisation at these poses, row) with the constraint as a ConstraintBase, so
  // that `body` is compiled once per shape.
  template <class Body>
  void for_each_linearised(const Poses& poses, const Body& body) const {
    for_each([&](const auto& constraint, Index row) {
      body(constraint.base(), linearised(constraint, poses), row);
    });
  }
  // Whether the predicate holds for one of the constraints.
  template <class Predicate>
  bool any_of(const Predicate& is_so) const {
    bool found = false;
    for_each([&](const auto& constraint, Index) { found = found || is_so(constraint); });
    return found;
  }
  bool has_inequalities() const;
  Index row_count() const;

 private:
  template <class Runs, class Body>
  static void for_each_of(Runs& runs, const Body& body) {
    Index row = 0;
    for (auto& run : runs) {
      const auto visit = [&](auto* constraints) {
        if (!constraints) return false;
        for (auto& constraint : *constraints) {
          body(constraint, row);
          row += constraint.rows;
        }
        return true;
      };
      (visit(std::get_if<std::vector<Types>>(&run)) || ...);  // std::visit takes twice as long to compile
    }
  }
};

// A new type of constraint needs a header in constraints/ and its name here. If no other type has the same
// numbers of rows and bodies, also add this shape at the end of linearisation.cpp and to RowsOfShapes
// (solvers/fixed_rows.h); otherwise functions of Linearisation are undefined, and sweeps do not compile.
using Constraints =
    ConstraintRuns<Point, Distance, Axial, Axis, AxisCosine, Alignment, Angle, Contact, Volume, Spring,
                   LengthSpring, Translation, Orientation, AngleMotor, TranslationMotor>;

// Whether all errors have the same measure, so that their norm has a unit.
bool has_one_measure(const Constraints& constraints);

}  // namespace simbench::rigid

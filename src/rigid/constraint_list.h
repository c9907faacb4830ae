// All constraints of a system in their order, those of one type that follow one another side by side, so that loops are over types:
//
//   runs     │ Point Point Point … │ Axis Axis … │ Point … │
//   rows     │ 0–2   3–5   6–8     │ …
#pragma once

#include <variant>

#include "rigid/constraints/angle.h"
#include "rigid/constraints/axial.h"
#include "rigid/constraints/axis.h"
#include "rigid/constraints/contact.h"
#include "rigid/constraints/distance.h"
#include "rigid/constraints/point.h"
#include "rigid/constraints/volume.h"

namespace simbench::rigid {

template <class Real, template <class> class... Types>
struct ConstraintRuns {
  std::vector<std::variant<std::vector<Types<Real>>...>> runs;

  template <class Constraint>
  void push_back(const Constraint& constraint) {
    if (runs.empty() || !std::holds_alternative<std::vector<Constraint>>(runs.back()))
      runs.emplace_back(std::vector<Constraint>{});
    std::get<std::vector<Constraint>>(runs.back()).push_back(constraint);
  }
  // body(constraint, row), in order; `row` is the first of its rows.
  template <class Body>
  void for_each(const Body& body) const {
    Index row = 0;
    for (const auto& run : runs) {
      std::visit(
          [&](const auto& constraints) {
            for (const auto& constraint : constraints) {
              body(constraint, row);
              row += constraint.rows;
            }
          },
          run);
    }
  }
  Index row_count() const {
    Index rows = 0;
    for_each([&](const auto& constraint, Index) { rows += constraint.rows; });
    return rows;
  }
};

// A new type of constraint: its header in constraints/ and its name here.
template <class Real>
using Constraints = ConstraintRuns<Real, Point, Distance, Axial, Axis, Angle, Contact, Volume>;

}  // namespace simbench::rigid

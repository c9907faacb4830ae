#include "rigid/solvers/avbd.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

#include "base/counted.h"

namespace simbench::rigid {

void AvbdSettings::describe(config::Fields& fields) {
  static constexpr std::array<std::string_view, 3> rules = {"effective_mass", "row_mass", "heavier_mass"};
  static constexpr std::array<std::string_view, 3> stiffnesses = {"none", "diagonal", "diagonal_of_sum"};
  static constexpr std::array<std::string_view, 2> starts = {"predicted", "adaptive"};
  static constexpr std::array<std::string_view, 2> forms = {"vector", "scalar"};
  static constexpr std::array<std::string_view, 2> orders = {"forward", "backward"};
  static constexpr std::array<std::string_view, 3> contact_forms = {"nonlinear", "linear", "turning_arms"};
  static constexpr std::array<std::string_view, 2> rotations = {"exponential", "linear"};
  static constexpr std::array<std::string_view, 2> bounds = {"current", "last"};
  std::optional<double> number;
  if (rule == PenaltyRule::number) number = penalty;
  PenaltyRule word = number ? PenaltyRule::effective_mass : rule;
  config::number_or_choice(
      fields, "penalty", number, word, rules,
      {.unit = "kg",
       .doc = "penalty s of hard rows; effective_mass: penalty_factor/(1/m_i + 1/m_j); row_mass: "
              "penalty_factor/(J M^-1 J^T) of the row; heavier_mass: penalty_factor max(m_i, m_j)",
       .range = config::positive});
  rule = number ? PenaltyRule::number : word;
  penalty = number.value_or(1);
  fields.unused(number.has_value(), {"penalty_factor"}, "penalty", "penalty is a number");
  fields.number("penalty_factor", penalty_factor,
                {.doc = "kappa, the factor of the penalties that have a word", .range = config::positive});
  fields.numbers(
      "penalties", penalties,
      {.unit = "kg",
       .doc = "s of the hard rows of each constraint of the scene, in their order; replaces penalty, "
              "except for contacts that are found",
       .range = config::positive,
       .example = "[1, 50, 1]"});
  fields.number("ramp", ramp,
                {.unit = "kg/(s^2 m)",
                 .doc = "beta: s grows by beta h^2 |c| after each iteration",
                 .range = config::non_negative});
  fields.number(
      "penalty_decay", penalty_decay,
      {.doc = "gamma: the penalties of a step start at gamma times those of the last step, if that is more",
       .range = {.minimum = 0, .maximum = 1}});
  fields.boolean("dual_update", dual_update, {.doc = "whether Lambda -= s c after each iteration"});
  fields.number("relaxation", relaxation, {.doc = "relaxation factor xi"});
  config::choice(fields, "geometric_stiffness", geometric_stiffness, stiffnesses,
                 {.doc = "curvature of the joints in H; none: left out; diagonal: the norms of its columns "
                         "on the diagonal, row by row; diagonal_of_sum: for ball joints the norms of the "
                         "columns of r f^T - (r.f) 1 with the force f, as in the published 3-D code"});
  config::choice(fields, "start", start, starts,
                 {.doc = "start of a step; predicted: the prediction; adaptive: with the share of gravity "
                         "that accelerated the body in the last step"});
  PointForm shown = form == PointForm::scalar ? static_cast<PointForm>(1) : form;
  config::choice(fields, "form", shown, forms,
                 {.doc = "form of point joints: one multiplier per component, or one per joint"});
  form = shown == PointForm::vector ? PointForm::vector : PointForm::scalar;
  fields.unused(!dual_update, {"warm_start"}, "dual_update", "without dual updates there are no multipliers");
  fields.number("warm_start", warm_start,
                {.doc = "w: a step starts with w times the multipliers of the last step",
                 .range = config::non_negative});
  fields.number("keep", keep,
                {.doc = "a: constraints aim at a times their error at the start of the step",
                 .range = {.minimum = 0, .maximum = 1}});
  config::choice(
      fields, "order", order, orders,
      {.doc = "order of the bodies in a sweep: that of the scene, or from its last body to its first"});
  describe_arm(fields, arm);
  config::choice(
      fields, "rotation", rotation, rotations,
      {.doc = "how a rotation vector turns a body; exponential: exactly; linear: by q + (0, v) q/2, "
              "normalised"});
  fields.boolean(
      "bounded_stiffness", bounded_stiffness,
      {.doc = "whether rows that do not push, such as open contacts, have their stiffness in H, too"});
  fields.boolean(
      "post_stabilisation", post_stabilisation,
      {.doc = "whether a last sweep with keep = 0 corrects the poses at the end of the step, but not "
              "the velocities"});
  config::choice(fields, "contact_form", contacts.form, contact_forms,
                 {.doc = "nonlinear: the contact at the present pose; linear: linear in the displacement "
                         "since the start of the step; turning_arms: the same with the arms of the present "
                         "pose, as in the published 3-D code"});
  config::choice(fields, "friction_bound", contacts.friction_bound, bounds,
                 {.doc = "normal force that bounds friction; current: that of the present pose; last: the "
                         "multiplier of the last update"});
  fields.unused(contacts.form == ContactForm::nonlinear, {"stick_distance"}, "contact_form",
                "only linear contacts and those with turning arms have it");
  fields.number("stick_distance", contacts.stick_distance,
                {.unit = "m",
                 .doc = "a linear contact that sticks with a smaller slip keeps its points for the next step",
                 .range = config::non_negative});
}

Declines AvbdSettings::declines(const Constraints& constraints) const {
  const bool bounces = any_contact(constraints, [](const auto& contact) { return contact.restitution > 0; });
  if (bounces && has_own_velocities())
    return "with post_stabilisation or linear rotations it computes the velocities itself, without "
           "restitution, but a contact of the scene has restitution";
  int entries = 0;
  constraints.for_each(
      [&](const auto& constraint, Index) { entries = std::max(entries, constraint.entry + 1); });
  if (penalties.empty() || static_cast<int>(penalties.size()) == entries) return {};
  return fmt::format("penalties has {}, but the scene has {}; give one number per constraint",
                     counted(penalties.size(), "number"), counted(entries, "constraint"));
}

}  // namespace simbench::rigid

#include <array>
#include <optional>

#include "rigid/solvers/avbd.h"

namespace simbench::rigid {

void AvbdSettings::describe(config::Fields& fields) {
  static constexpr std::array<std::string_view, 1> rules = {"effective_mass"};
  static constexpr std::array<std::string_view, 2> stiffnesses = {"none", "diagonal"};
  static constexpr std::array<std::string_view, 2> starts = {"predicted", "adaptive"};
  static constexpr std::array<std::string_view, 2> forms = {"vector", "scalar"};
  std::optional<double> number;
  if (rule == PenaltyRule::number) number = penalty;
  PenaltyRule word = PenaltyRule::effective_mass;
  config::number_or_choice(fields, "penalty", number, word, rules,
                           {.unit = "kg",
                            .doc = "s of hard rows; effective_mass: penalty_factor/(1/m_i + 1/m_j)",
                            .range = config::positive});
  rule = number ? PenaltyRule::number : PenaltyRule::effective_mass;
  penalty = number.value_or(1);
  fields.number("penalty_factor", penalty_factor,
                {.doc = "kappa of penalty effective_mass", .range = config::positive});
  fields.number("ramp", ramp,
                {.unit = "kg/(s^2 m)",
                 .doc = "beta: s grows by beta h^2 |c| after each iteration",
                 .range = config::non_negative});
  fields.number(
      "penalty_decay", penalty_decay,
      {.doc = "gamma: a step begins with gamma times the penalties of the last one, if that is more",
       .range = {.minimum = 0, .maximum = 1}});
  fields.boolean("dual_update", dual_update, {.doc = "Lambda -= s c after each iteration"});
  fields.number("relaxation", relaxation, {.doc = "xi"});
  config::choice(fields, "geometric_stiffness", geometric_stiffness, stiffnesses,
                 {.doc = "curvature of the joints in H: none, or the norms of its columns as a diagonal"});
  config::choice(
      fields, "start", start, starts,
      {.doc = "of a step: the prediction, or with as much of gravity as the last step let through"});
  PointForm shown = form == PointForm::scalar ? static_cast<PointForm>(1) : form;
  config::choice(fields, "form", shown, forms,
                 {.doc = "of point joints: a multiplier a component, or one a joint"});
  form = shown == PointForm::vector ? PointForm::vector : PointForm::scalar;
  fields.number("warm_start", warm_start,
                {.doc = "w: a step begins with w times the multipliers of the last one",
                 .range = config::non_negative});
  fields.number("keep", keep,
                {.doc = "a: constraints aim at a times the error that the step began with",
                 .range = {.minimum = 0, .maximum = 1}});
}

void VbdSettings::describe(config::Fields& fields) {
  fields.number("relaxation", relaxation, {.doc = "xi"});
}

}  // namespace simbench::rigid

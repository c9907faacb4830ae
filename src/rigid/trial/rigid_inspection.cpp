// Lines and JSON that `simbench check` prints about a scene of rigid bodies.
#include <fmt/ranges.h>

#include <map>

#include "base/counted.h"
#include "base/error.h"
#include "rigid/contacts/contact_finder.h"
#include "rigid/problem/objective.h"
#include "rigid/trial/rigid_scene.h"

namespace simbench {

namespace {

// Counts and sums of a system and its constraints.
struct Census {
  int moving = 0, fixed = 0;
  double mass = 0, lightest = std::numeric_limits<double>::infinity(), heaviest = 0;  // [kg]
  std::map<std::string, int> types;  // number of constraints by type
  Index rows = 0, hard_rows = 0, inequalities = 0;
  std::map<rigid::Measure, double> errors;  // 2-norm of the hard rows at the start, by measure
};

Census census_of(const rigid::World& world, const rigid::StepSettings& step) {
  const rigid::Constraints constraints =
      predict(world.system, world.state, step.time_step / step.substeps, rigid::Gyroscopic::none,
              rigid::ContactFinder(world.system).find(world.state, step.time_step, step.substeps, 0))
          .constraints;
  Census census;
  for (int b = 0; b < world.system.world(); ++b) {
    const rigid::Inertia& inertia = world.system.bodies[b].inertia;
    ++(inertia.translates() ? census.moving : census.fixed);
    if (!inertia.translates()) continue;
    const double mass = 1 / inertia.inverse_mass;
    census.mass += mass;
    census.lightest = std::min(census.lightest, mass);
    census.heaviest = std::max(census.heaviest, mass);
  }
  constraints.for_each([&]<class Constraint>(const Constraint& constraint, Index) {
    ++census.types[std::string(Constraint::name)];
    census.rows += constraint.rows;
    if (constraint.is_hard()) {
      census.hard_rows += constraint.rows;
      census.errors[constraint.measure] = 0;
    }
    if (constraint.is_inequality()) census.inequalities += constraint.rows;
  });
  for (auto& [measure, error] : census.errors)
    error = rigid::hard_error(constraints, world.state.poses, measure);
  return census;
}

// Null if there are no hard rows of this measure.
nlohmann::ordered_json error_json(const Census& census, rigid::Measure measure) {
  const auto found = census.errors.find(measure);
  return found == census.errors.end() ? nlohmann::ordered_json(nullptr)
                                      : nlohmann::ordered_json(found->second);
}

std::string errors_text(const Census& census) {
  const std::map<rigid::Measure, std::string_view> units = {
      {rigid::Measure::length, "m"}, {rigid::Measure::angle, "rad"}, {rigid::Measure::volume, "m^3 of 6 V"}};
  std::vector<std::string> texts;
  for (const auto& [measure, error] : census.errors)
    texts.push_back(fmt::format("{:.6g} {}", error, units.at(measure)));
  return texts.empty() ? "there are no hard rows"
                       : fmt::format("hard rows have an error of {} (2-norm)", fmt::join(texts, " and "));
}

nlohmann::ordered_json inspection_json(const Census& census, const rigid::StepSettings& step) {
  return {{"bodies", {{"moving", census.moving}, {"fixed", census.fixed}}},
          {"mass", census.mass},
          {"mass_ratio", census.heaviest / census.lightest},
          {"constraints", census.types},
          {"rows", {{"all", census.rows}, {"hard", census.hard_rows}, {"inequalities", census.inequalities}}},
          {"start_error", error_json(census, rigid::Measure::length)},
          {"start_angular_error", error_json(census, rigid::Measure::angle)},
          {"start_volume_error", error_json(census, rigid::Measure::volume)},
          {"step",
           {{"time_step", step.time_step},
            {"steps", step.steps},
            {"substeps", step.substeps},
            {"iterations", step.iterations}}}};
}

}  // namespace

Inspection RigidScene::inspect(bool derivatives) const {
  if (derivatives)
    throw Error(ExitCode::usage,
                "--derivatives tests potentials, and a scene of rigid bodies has none; leave it out");
  const Census census = census_of(*scene.world, scene.step);
  const rigid::StepSettings& step = scene.step;
  Inspection inspection;
  InspectionLines& lines = inspection.lines;
  lines.add("bodies", "{} moving, {} fixed (without the world)", census.moving, census.fixed);
  lines.add("mass", "{:.6g} kg; the heaviest body has {:.6g} times the mass of the lightest", census.mass,
            census.heaviest / census.lightest);
  std::vector<std::string> types;
  for (const auto& [type, count] : census.types) types.push_back(fmt::format("{} {}", count, type));
  if (types.empty()) types.push_back("none");
  lines.add("constraints", "{}; {}, {} of them hard, {}", fmt::join(types, ", "), counted(census.rows, "row"),
            census.hard_rows, counted(census.inequalities, "inequality", "inequalities"));
  lines.add("start", "{}", errors_text(census));
  lines.add("step", "h = {:g} s, {} of {}, {}", step.time_step, counted(step.steps, "frame"),
            counted(step.substeps, "substep"), counted(step.iterations, "iteration"));
  if (step.gyroscopic == rigid::Gyroscopic::momentum || step.gyroscopic == rigid::Gyroscopic::explicit_torque)
    lines.add("warning", "gyroscopic '{}' adds energy to bodies that turn freely; 'implicit' does not",
              step.gyroscopic == rigid::Gyroscopic::momentum ? "momentum" : "explicit");
  for (const std::string& warning : scene.state_warnings) lines.add("warning", "{}", warning);
  inspection.json = inspection_json(census, step);
  inspection.json["state_warnings"] = scene.state_warnings;
  return inspection;
}

}  // namespace simbench

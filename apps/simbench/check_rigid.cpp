#include "simbench/check_rigid.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>

#include "base/counted.h"
#include "base/print_out.h"
#include "rigid/objective.h"
#include "simbench/check_json.h"

namespace simbench {

namespace {

struct Seen {
  int moving = 0, fixed = 0;
  double mass = 0, lightest = std::numeric_limits<double>::infinity(), heaviest = 0;  // [kg]
  std::map<std::string, int> types;  // how many constraints of each
  Index rows = 0, hard_rows = 0, inequalities = 0;
  std::map<rigid::Measure, double> errors;  // of hard rows where the scene begins, the 2-norm of each measure
};

Seen look_at(const RigidScene& file) {
  const rigid::World& world = *file.scene.world;
  Seen seen;
  for (int b = 0; b < world.system.world(); ++b) {
    const rigid::Inertia<double>& inertia = world.system.bodies[b].inertia;
    ++(inertia.translates() ? seen.moving : seen.fixed);
    if (!inertia.translates()) continue;
    const double mass = 1 / inertia.inverse_mass;
    seen.mass += mass;
    seen.lightest = std::min(seen.lightest, mass);
    seen.heaviest = std::max(seen.heaviest, mass);
  }
  world.system.constraints.for_each([&]<class Constraint>(const Constraint& constraint, Index) {
    ++seen.types[std::string(Constraint::name)];
    seen.rows += constraint.rows;
    if (constraint.is_hard()) {
      seen.hard_rows += constraint.rows;
      seen.errors[constraint.measure] = 0;
    }
    if (constraint.is_inequality()) seen.inequalities += constraint.rows;
  });
  for (auto& [measure, error] : seen.errors)
    error = rigid::hard_error(world.system.constraints, world.state.poses, measure);
  return seen;
}

// Null: there are no such rows.
nlohmann::ordered_json error_json(const Seen& seen, rigid::Measure measure) {
  const auto found = seen.errors.find(measure);
  return found == seen.errors.end() ? nlohmann::ordered_json(nullptr) : nlohmann::ordered_json(found->second);
}

std::string errors_text(const Seen& seen) {
  const std::map<rigid::Measure, std::string_view> units = {
      {rigid::Measure::length, "m"}, {rigid::Measure::angle, "rad"}, {rigid::Measure::volume, "m^3 of 6 V"}};
  std::vector<std::string> texts;
  for (const auto& [measure, error] : seen.errors)
    texts.push_back(fmt::format("{:.6g} {}", error, units.at(measure)));
  return texts.empty() ? "there are no hard rows"
                       : fmt::format("hard rows are off by {} (2-norm)", fmt::join(texts, " and "));
}

}  // namespace

nlohmann::ordered_json check_rigid_json(const std::string& name, const SceneFile& file) {
  const RigidScene& scene = *file.as<RigidScene>();
  const Seen seen = look_at(scene);
  return {{"scene", name},
          {"kind", scene.kind},
          {"description", file.description()},
          {"bodies", {{"moving", seen.moving}, {"fixed", seen.fixed}}},
          {"mass", seen.mass},
          {"mass_ratio", seen.heaviest / seen.lightest},
          {"constraints", seen.types},
          {"rows", {{"all", seen.rows}, {"hard", seen.hard_rows}, {"inequalities", seen.inequalities}}},
          {"start_error", error_json(seen, rigid::Measure::length)},
          {"start_angular_error", error_json(seen, rigid::Measure::angle)},
          {"start_volume_error", error_json(seen, rigid::Measure::volume)},
          {"step",
           {{"time_step", scene.scene.step.time_step},
            {"steps", scene.scene.step.steps},
            {"substeps", scene.scene.step.substeps},
            {"iterations", scene.scene.step.iterations}}},
          {"solvers", solvers_json(file)}};
}

void print_rigid_check(const std::string& name, const SceneFile& file) {
  const RigidScene& scene = *file.as<RigidScene>();
  const Seen seen = look_at(scene);
  const auto row = [](std::string_view what, const std::string& text) {
    print_out("  {:<14} {}\n", what, text);
  };
  print_out("{}: good\n", name);
  row("bodies", fmt::format("{}, {} that stand still besides the world", seen.moving, seen.fixed));
  row("mass", fmt::format("{:.6g} kg; the heaviest body has {:.6g} times the mass of the lightest", seen.mass,
                          seen.heaviest / seen.lightest));
  std::vector<std::string> types;
  for (const auto& [type, count] : seen.types) types.push_back(fmt::format("{} {}", count, type));
  row("constraints", fmt::format("{}; {}, {} of them hard, {} inequalities", fmt::join(types, ", "),
                                 counted(seen.rows, "row"), seen.hard_rows, seen.inequalities));
  row("start", errors_text(seen));
  const rigid::StepSettings& step = scene.scene.step;
  row("step", fmt::format("h = {:g} s, {} of {}, {}", step.time_step, counted(step.steps, "frame"),
                          counted(step.substeps, "substep"), counted(step.iterations, "iteration")));
  print_solvers(file);
}

}  // namespace simbench

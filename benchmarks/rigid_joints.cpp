#include "rigid_joints.h"

#include <algorithm>

#include "rigid_baseline.h"
#include "yardstick.h"

namespace simbench::benchmarks {

namespace rigid_chain {
namespace {

void distance(StepProblem& problem, int k) {
  Distance rod;
  rod.length = 0.2;
  join_points(problem, k, rod, 0.4);
}

struct KindOfChain {
  const char* name;
  AddJoint add;
};

// A chain of a type that joins points at this distance from the centres, changed by `change`.
template <class Constraint, class Change>
AddJoint points(double arm, const Change& change) {
  return [=](StepProblem& problem, int k) {
    Constraint constraint;
    change(constraint);
    join_points(problem, k, constraint, arm);
  };
}
// A chain of a type without points.
template <class Constraint, class Change>
AddJoint axes(const Change& change) {
  return [=](StepProblem& problem, int k) {
    Constraint constraint;
    change(constraint);
    join(problem, k, constraint);
  };
}
constexpr auto unchanged = [](auto&) {};
constexpr auto motor = [](auto& constraint) { constraint.upper_bound = -(constraint.lower_bound = -0.01); };

// The chains whose times per joint are compared. Their waves are flat, because AVBD with s = 1 kg diverges on
// bent chains of distances.
const std::vector<KindOfChain>& kinds_of_chains() {
  static const std::vector<KindOfChain> kinds = {
      {"ball", ball_joint},
      {"distance", distance},
      {"axial", points<Axial>(0.4, [](auto& row) { row.offset = 0.2; })},
      {"contact", points<Contact>(0.5, [](auto& contact) { contact.normal = -Vector3<double>::UnitX(); })},
      {"contact_friction", points<Contact>(0.5,
                                           [](auto& contact) {
                                             contact.normal = -Vector3<double>::UnitX();
                                             contact.static_friction = contact.dynamic_friction = 0.5;
                                           })},
      {"translation", points<Translation>(0.4, [](auto& slider) { slider.translation = 0.2; })},
      {"translation_motor", points<TranslationMotor>(0.4, motor)},
      {"spring", points<Spring>(0.5, [](auto& spring) { spring.compliance = 0.1; })},
      {"length_spring", points<LengthSpring>(0.4,
                                             [](auto& spring) {
                                               spring.compliance = 0.1;
                                               spring.length = 0.2;
                                             })},
      {"orientation", axes<Orientation>(unchanged)},
      {"alignment", axes<Alignment>(unchanged)},
      {"angle", axes<Angle>(unchanged)},
      {"angle_motor", axes<AngleMotor>(motor)},
      {"axis", axes<Axis>(unchanged)},
      {"axis_cosine", axes<AxisCosine>(unchanged)},
      {"volume",
       [](StepProblem& problem, int k) {
         Volume volume;
         if (k < 3) return;
         volume.bodies = {k - 3, k - 2, k - 1, k};
         problem.constraints.push_back(volume);
       }},
      {"hinge",
       [](StepProblem& problem, int k) {
         ball_joint(problem, k);
         join(problem, k, Alignment());
       }},
      {"mixed", [](StepProblem& problem,
                   int k) { return k % 2 == 0 ? ball_joint(problem, k) : distance(problem, k); }},
      {"one", [](StepProblem& problem, int k) {
         return k == boxes / 2 ? distance(problem, k) : ball_joint(problem, k);
       }}};
  return kinds;
}

}  // namespace
}  // namespace rigid_chain

std::vector<std::string> kinds_of_joints() {
  std::vector<std::string> names;
  for (const rigid_chain::KindOfChain& kind : rigid_chain::kinds_of_chains()) names.emplace_back(kind.name);
  return names;
}

void measure_rigid_joints(std::string_view kind, double seconds,
                          const std::function<void(const Json&)>& add) {
  using namespace rigid_chain;
  const StepProblem problem =
      chain_of(std::ranges::find(kinds_of_chains(), kind, &KindOfChain::name)->add, 0.1);
  const auto make = [](std::string_view name) {
    const rigid::SolverEntry& entry = *rigid::find_solver(name);
    return entry.make(*entry.default_settings(), Precision::double_precision);
  };
  const bool has_baseline = kind != "contact_friction";
  if (has_baseline) require_same(kind, *make("gs"), *make_joint_baseline(), problem);
  std::vector<Contestant> contestants = {
      has_baseline ? contestant("baseline", make_joint_baseline, problem) : decompositions(),
      contestant(
          "gs", [&] { return make("gs"); }, problem),
      contestant(
          "avbd", [&] { return make("avbd"); }, problem)};
  race(contestants, 10, 3 * seconds);
  for (int k = 1; k < 3; ++k) {
    Json row = {{"beam", "J"},
                {"case", contestants[k].name + "_" + std::string(kind)},
                {"precision", "double"},
                {"tets", boxes - 1}};
    write_times(row, contestants[k], contestants[0]);
    if (k == 1 && has_baseline) row["baseline_ms"] = 1e3 * shortest(contestants[0].iterations);
    add(row);
  }
}

}  // namespace simbench::benchmarks

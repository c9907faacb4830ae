#include "rigid_joints.h"

#include "rigid_boxes.h"

namespace simbench::benchmarks {

namespace rigid_chain {
namespace {

void distance(StepProblem<double>& problem, int k) {
  Distance<double> rod;
  rod.length = 0.2;
  join_points(problem, k, rod, 0.4);
}

struct KindOfChain {
  const char* name;
  AddJoint add;
};

// The chains whose times per joint are compared. Their waves are flat, because AVBD with s = 1 kg diverges on
// bent chains of distances.
const std::vector<KindOfChain>& kinds_of_chains() {
  static const std::vector<KindOfChain> kinds = {
      {"ball", ball_joint},
      {"distance", distance},
      {"axial",
       [](StepProblem<double>& problem, int k) {
         Axial<double> row;
         row.offset = 0.2;
         join_points(problem, k, row, 0.4);
       }},
      {"contact",
       [](StepProblem<double>& problem, int k) {
         Contact<double> contact;
         contact.normal = -Vector3<double>::UnitX();
         join_points(problem, k, contact, 0.5);
       }},
      {"hinge",
       [](StepProblem<double>& problem, int k) {
         ball_joint(problem, k);
         join(problem, k, Alignment<double>());
       }},
      {"mixed", [](StepProblem<double>& problem,
                   int k) { return k % 2 == 0 ? ball_joint(problem, k) : distance(problem, k); }},
      {"one", [](StepProblem<double>& problem, int k) {
         return k == boxes / 2 ? distance(problem, k) : ball_joint(problem, k);
       }}};
  return kinds;
}

}  // namespace
}  // namespace rigid_chain

nlohmann::json measure_rigid_joints(double seconds) {
  using namespace rigid_chain;
  nlohmann::json rows = nlohmann::json::array();
  for (const char* name : {"gs", "avbd"}) {
    const rigid::SolverEntry& entry = *rigid::find_solver(name);
    std::vector<StepProblem<double>> problems;
    for (const KindOfChain& kind : kinds_of_chains()) problems.push_back(chain_of(kind.add, 0.1));
    std::vector<Contestant> contestants;
    for (std::size_t k = 0; k < problems.size(); ++k)
      contestants.push_back(contestant(
          kinds_of_chains()[k].name,
          [&entry] { return entry.make(*entry.default_settings(), Precision::double_precision); },
          problems[k]));
    race(contestants, 10, 3 * seconds);
    for (const Contestant& own : contestants)
      rows.push_back({{"beam", "J"},
                      {"case", std::string(name) + "_" + own.name},
                      {"precision", "double"},
                      {"threads", 1},
                      {"tets", boxes - 1},
                      {"ms", shortest_ms(own.iterations)},
                      {"setup_ms", shortest_ms(own.setups)}});
  }
  return rows;
}

}  // namespace simbench::benchmarks

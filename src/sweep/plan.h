// A plan of a parameter sweep: one scene, axes that vary its values, and the solvers that run on each
// combination. scenes/sweeps/ has examples; docs/sweeps.md describes the format.
#pragma once

#include <cstddef>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "config/document.h"
#include "harness/experiment.h"
#include "harness/named_files.h"

namespace simbench {

// Dotted paths of members and their values, in order.
using Assignments = std::vector<std::pair<std::string, nlohmann::ordered_json>>;

// One dimension of the sweep: a member of the scene ("material.stiffness", "solvers.admm.weight_factor") or
// "precision", and its values. An axis under solvers.<name> applies to that solver only.
struct Axis {
  std::string place;  // in the plan, for messages
  std::string path;
  std::vector<nlohmann::ordered_json> values;

  bool applies_to(std::string_view solver) const;
};

// Further values for some of the combinations.
struct PlanOverride {
  std::string place;  // in the plan, for messages
  Assignments where;  // if a value is a list, any of its entries matches; "solver" is the solver's name
  Assignments set;
};

// Plans, given by path or by name in scenes/sweeps.
inline const NamedFiles named_plans{"plan", "sweeps"};

// The member "description" of a plan. Does not read the scene or check the values. Throws Error (usage).
std::string plan_description(const config::Document& plan);

// The JSON Schema of plans.
nlohmann::ordered_json plan_schema();

// Whether two dotted paths name the same member, or one names a part of the other.
bool overlap(std::string_view path, std::string_view other);

// The name in a path under solvers.<name>: the axis applies to that solver only. Empty if it applies to all.
std::string_view solver_of_path(std::string_view path);

// What the index of a plan says about a run (run_index.h).
struct IndexedRun {
  std::string id;               // id of the experiment and name of the run's folder
  std::size_t combination = 0;  // number of its values and solver (combinations.h)
  std::string preparation;      // the same for runs that share the computation of their start state; or empty
  std::string source;           // id of the run that this one is derived from; empty if it is computed
  double time_unit = 1;         // (time step of the source) / (time step of this run) [s]
  std::string declined;         // why the solver cannot take the scene; empty if it can
};

// One run of a sweep, with its scene.
struct SweepRun : IndexedRun {
  Assignments coordinates;  // one value per axis; null if the axis does not apply to the solver
  Experiment experiment;

  std::string solver() const { return experiment.solver; }
};

class Combinations;

struct Plan {
  std::string description;
  std::string scene_name;
  config::Document scene;
  Assignments set;                   // for all runs
  std::filesystem::path set_folder;  // the folder of a relative mesh path that set_for_all() gave; else empty
  std::vector<Axis> axes;
  std::vector<std::string> solvers;
  std::vector<Assignments> exclude;
  std::vector<PlanOverride> overrides;
  RunOptions options;
  bool collapse = false;        // compute runs of equal problems once
  nlohmann::ordered_json json;  // the plan as read

  // Throws Error (usage).
  static Plan read(const std::filesystem::path& file);
  // Uses `scene` in place of the scene that the plan names, unless it is empty. Unless `trusts_solver_files`,
  // a plan with solvers in Python files is an UntrustedSolverFile.
  static Plan read(const config::Document& plan, const std::optional<config::Document>& scene,
                   bool trusts_solver_files = false);

  // Sets a value of the scene in all runs: "path=value", as in --set of the command line. Throws Error
  // (usage) if an axis sets that value.
  void set_for_all(const std::string& assignment);

  // Of values of axes and solvers. An axis that applies to one solver multiplies only that solver's.
  double combination_count() const;
  // The run of a combination. Reads the scene, which checks every value. Throws Error (usage); messages about
  // a value begin with its place in the plan.
  SweepRun run(const Combinations& combinations, std::size_t number, SharedObjects& shared) const;
  // The run of a row of the index. Throws Error (usage) also if it has another id, because an input that is
  // not in the plan, such as a mesh or a tuned weight, has changed since the index was made.
  SweepRun run(const Combinations& combinations, const IndexedRun& known, SharedObjects& shared) const;
  // All runs, ordered by axes (the last axis varies fastest), then by solvers. Equal runs occur once.
  std::vector<SweepRun> runs() const;
};

}  // namespace simbench

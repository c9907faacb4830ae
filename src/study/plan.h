// A plan of a parameter sweep: one scene, axes along which values of it change, and the solvers that run on each
// combination. Files of this form are in scenes/sweeps/; docs/sweeps.md describes them.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "config/document.h"
#include "experiment/experiment.h"
#include "scene/named_files.h"

namespace simbench {

// Members by dotted path and their values, in order.
using Assignments = std::vector<std::pair<std::string, nlohmann::ordered_json>>;

// One dimension: a member of the scene ("material.stiffness", "solvers.admm.weight_factor") or "precision", and the
// values it takes. An axis under solvers.<name> concerns that solver alone.
struct Axis {
  std::string place;  // in the plan, for messages
  std::string path;
  std::vector<nlohmann::ordered_json> values;
};

// Values that some combinations get besides those of the axes.
struct PlanOverride {
  std::string place;  // in the plan, for messages
  Assignments where;  // a list as value means any of its members; "solver" is the solver's name
  Assignments set;
};

// Plans that are named by their path or by their name in scenes/sweeps.
inline const NamedFiles named_plans{"plan", "sweeps"};

// What a plan is for, in its own words; neither its scene nor its values are looked at. Throws Error (usage).
std::string plan_description(const config::Document& plan);

// The JSON Schema of plans, from the description that reads them.
nlohmann::ordered_json plan_schema();

// Whether two dotted paths name the same member, or one of them a part of the other's.
bool overlap(std::string_view path, std::string_view other);

// The solver that an axis concerns, from a path under solvers.<name>; empty: all of them.
std::string_view solver_of_path(std::string_view path);

// One run of a sweep.
struct StudyRun {
  std::string id;           // of its experiment; names its folder
  Assignments coordinates;  // of every axis; null where the axis does not concern the solver
  Experiment experiment;
  std::string declined;  // why the solver cannot take the scene; empty if it can
  std::string source;    // id of the run that it is derived from; empty: it is computed
  double time_unit = 1;  // [s] in which the source's time step is this run's

  std::string solver() const { return experiment.solver; }
};

struct Plan {
  std::string description;
  std::string scene_name;
  config::Document scene;
  Assignments set;                   // for all runs
  std::filesystem::path set_folder;  // where the mesh's path begins, if set_for_all() gave it; else empty
  std::vector<Axis> axes;
  std::vector<std::string> solvers;
  std::vector<Assignments> exclude;
  std::vector<PlanOverride> overrides;
  RunOptions options;
  bool collapse = false;        // compute runs of equal problems once
  nlohmann::ordered_json json;  // the plan as read, for the record

  // Throws Error (usage) that says what is wrong, where, and what was allowed.
  static Plan read(const std::filesystem::path& file);
  // The same, with the scene it names given.
  static Plan read(const config::Document& plan, const std::optional<config::Document>& scene);

  // The command line's --set, "path=value": one more value of the scene for all runs. Throws Error (usage) for what an axis sets.
  void set_for_all(const std::string& assignment);

  // All runs in the order of the axes (the last one fastest), then of the solvers; equal ones come once.
  std::vector<StudyRun> runs() const;
};

}  // namespace simbench

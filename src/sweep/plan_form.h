// The members of a plan's file and the types of their values. The same description reads the file and writes
// its JSON Schema. plan_file.cpp checks the members together.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "config/fields.h"
#include "harness/run.h"

namespace simbench {

struct AxisForm {
  std::string path;
  std::vector<nlohmann::ordered_json> values;
  bool has_range = false;
  double from = 1, to = 1;
  int count = 1;

  void describe(config::Fields& fields);
};

struct OverrideForm {
  nlohmann::ordered_json where, set;  // objects

  void describe(config::Fields& fields);
};

struct PlanForm {
  std::string description;
  std::string scene;
  nlohmann::ordered_json set = nlohmann::ordered_json::object();
  std::vector<AxisForm> axes;
  std::vector<std::string> solvers;
  std::vector<nlohmann::ordered_json> exclude;  // objects
  std::vector<OverrideForm> overrides;
  bool collapse = false;
  RunOptions options;

  void describe(config::Fields& fields);
};

}  // namespace simbench

// The form of a plan's file: which members it has and what kinds of values these take. One description reads the file
// and writes its JSON Schema; what the members mean together is checked by plan_file.cpp.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "config/fields.h"
#include "experiment/run.h"

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

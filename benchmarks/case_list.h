// The list of measured cases. It only names solvers, so that a test can compare it with the registries.
#pragma once

#include <string_view>
#include <vector>

#include "deformable/problem/incremental_potential.h"

namespace simbench::benchmarks {

// What the body is made of: tets of one law, springs, a sheet, or tets with springs and a sheet.
enum class Law { strain, stable_neo_hookean, springs, cloth, mixed };

// A solver of deformable bodies with its settings.
struct Case {
  std::string_view name;    // name on the command line
  std::string_view solver;  // name in the registry
  Law law;
  std::string_view settings = "{}";  // of the solver, as JSON
  std::string_view beams = "STML";   // where it is measured unless the command line names the case
  // A solver of the registry, with default settings, whose iteration is part of this one's: the map that an
  // acceleration combines with earlier iterates, or a close relative. It takes turns with this solver, which
  // then has no baseline.
  std::string_view compared_with = {};
  StepFormula formula = StepFormula::none;
};
const std::vector<Case>& cases();

// What it costs to look at an iteration of a solver: to compute one row of iterations.csv.
struct LookingCase {
  std::string_view name, solver;
  std::string_view beams = "STML";
};
const std::vector<LookingCase>& looking_cases();

// A part of contact, or, if it names a solver, an iteration with contact of this law.
struct ContactCase {
  std::string_view name;
  std::string_view solver = {};
  std::string_view law = "log_barrier";
  std::string_view beams = "STM";
};
const std::vector<ContactCase>& contact_cases();

// A solver of rigid bodies on the chain R.
struct RigidCase {
  std::string_view solver;
  std::string_view settings = "{}";
  bool is_soft = false;                 // the joints have a compliance
  std::string_view compared_with = {};  // another solver of the registry, which takes the baseline's place
  int block = 10;                       // iterations in a block (measure.h: race)
};
const std::vector<RigidCase>& rigid_cases();

}  // namespace simbench::benchmarks

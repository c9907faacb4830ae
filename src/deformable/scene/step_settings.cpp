#include <array>

#include "base/nearest_name.h"
#include "deformable/problem/quasi_static.h"
#include "deformable/scene/scene.h"

namespace simbench {

void StepSettings::describe(config::Fields& fields) {
  static constexpr std::array<std::string_view, 3> starts = {"inertial", "previous", "file"};
  fields.choice("integrator", integrator, names_of(integrators()),
                {.doc = "how a time step becomes a minimisation"});
  fields.number("time_step", time_step,
                {.unit = "s",
                 .doc = "h of the integrator",
                 .range = config::positive,
                 .required = true,
                 .example = "0.01"});
  fields.integer("iterations", iterations,
                 {.doc = "iterations of each solver in each substep", .minimum = 0, .maximum = 1000000000});
  fields.integer("steps", steps, {.doc = "number of time steps", .minimum = 1, .maximum = 1000000});
  fields.integer(
      "substeps", substeps,
      {.doc = "number of steps of the integrator in a time step, each of time_step/substeps and with "
              "all iterations; 1: the time step itself",
       .minimum = 1,
       .maximum = 10000});
  fields.require(static_cast<long long>(steps) * substeps <= 1000000000, "substeps",
                 "a run has at most 1e9 substeps in all; take fewer, or fewer steps");
  fields.require(substeps == 1 || integrator != QuasiStatic::name, "substeps",
                 "quasi_static begins each step at rest, so that a time step has no parts; take more steps");
  config::variant(
      fields, "start", start, starts,
      [&](StepStart chosen, config::Fields& members) {
        if (chosen != StepStart::given) return;
        start_file.describe(members, "start_file",
                            "x, y, z of each vertex [m]: .npy (vertices, 3), .csv, or the points of a .vtu",
                            "iterate.npy");
        members.require(start_file.path.has_value(), "start_file", "missing required key 'start_file'");
        members.require(steps == 1 && substeps == 1, "start_file",
                        "positions of a file are the start of one step, and the scene has several");
      },
      {.doc = "where solvers begin each step: at the inertial positions q~, at the previous ones, those at "
              "the beginning of the step, or at those of start_file; the last two with held vertices at "
              "their targets"});
  fields.optional_integer(
      "release", release,
      {.doc = "the anchors act only in this number of first time steps", .minimum = 0, .example = "5"});
}

}  // namespace simbench

#include "motion.h"

#include <fmt/format.h>
#include <nanobind/stl/string.h>
#include <spdlog/spdlog.h>

#include "arrays.h"
#include "base/cache.h"
#include "deformable/referee/reference.h"
#include "interruptible.h"
#include "problem.h"
#include "scene.h"

namespace simbench::python {

namespace {

Context context() {
  return {.cache = Cache(Cache::default_folder(), [](const std::string& text) { spdlog::warn("{}", text); })};
}

}  // namespace

StepMotion::StepMotion(const std::string& name, SceneFile file) : file_(std::move(file)) {
  const auto* scene = file_.as<DeformableScene>();
  if (!scene)
    throw Error(ExitCode::usage,
                name + ": only deformable scenes have a Problem; run() takes scenes of every kind");
  do_interruptibly([&] { prepared_ = scene->prepare(context()); });
  motion_.emplace(scene->motion(*prepared_));
  state_ = motion_->start;
}

int StepMotion::step_count() const {
  return file_->length().steps;
}

Positions<double> StepMotion::minimum() const {
  const IncrementalPotential<double> step = problem();
  Positions<double> minimum;
  do_interruptibly([&] { reference_minimum(step, motion_->key(state_), context(), &minimum); });
  if (minimum.size() == 0)
    throw Error(ExitCode::numerical_failure,
                fmt::format("Newton's method finds no minimum of step {}", step_));
  return minimum;
}

void StepMotion::advance(const Positions<double>& positions) {
  state_ = motion_->advanced(problem(), state_, positions);
  ++step_;
}

std::string StepMotion::checkpoint() const {
  const Checkpoint checkpoint{.kind = std::string(file_->kind()),
                              .system = mesh_sha256(*motion_->mesh),
                              .time = time(),
                              .state = numbers_of(state_, motion_->time_step)};
  return checkpoint.text();
}

void bind_motion(nb::module_& module) {
  nb::class_<StepMotion>(module, "Motion", "The time steps of a deformable scene, one after the other.")
      .def(
          "__init__",
          [](StepMotion* place, const Scene& scene) { new (place) StepMotion(scene.name, scene.file); },
          nb::arg("scene"))
      .def_prop_ro("step", &StepMotion::step, "The number of the present step, from 1")
      .def_prop_ro("step_count", &StepMotion::step_count,
                   "How many steps the scene has, substeps and lags included")
      .def_prop_ro("time", &StepMotion::time, "When the step begins [s]")
      .def_prop_ro(
          "positions", [](const StepMotion& m) { return array_of(Positions<double>(m.state().positions)); },
          nb::rv_policy::move, "Where the step begins; (n, 3) [m]")
      .def_prop_ro(
          "velocities", [](const StepMotion& m) { return array_of(Positions<double>(m.state().velocities)); },
          nb::rv_policy::move, "The velocities there; (n, 3) [m/s]")
      .def(
          "problem", [](const StepMotion& m) { return Problem{m.problem()}; },
          "The minimisation of the present step")
      .def(
          "minimum", [](const StepMotion& m) { return array_of(m.minimum()); },
          "Newton's minimum of the present step; (n, 3) [m]. SimbenchError if there is none.")
      .def(
          "advance",
          [](StepMotion& m, nb::handle q) {
            m.advance(positions_from(q, m.state().positions.cols(), "positions"));
          },
          nb::arg("q").none(), "Ends the step at these positions (n, 3) [m], and begins the next one")
      .def("checkpoint", &StepMotion::checkpoint, "The text of a checkpoint where the step begins");
}

}  // namespace simbench::python

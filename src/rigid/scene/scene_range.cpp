#include "rigid/scene/scene_range.h"

#include <fmt/format.h>

#include <algorithm>

namespace simbench::rigid {

namespace {

// The determinant of a 3 × 3 block is a sum of products of three numbers. These products must be finite, and
// must not underflow to zero.
class RangeCheck {
 public:
  RangeCheck(const Scene& scene, const config::Document& document)
      : scene_(scene), document_(document), h_(scene.step.time_step / scene.step.substeps) {}

  void check_all() const {
    if (!is_in_range(h_)) refuse("/step/time_step", fmt::format("a step is {:g} s long", h_));
    if (!is_small_enough(scene_.gravity))
      refuse("/gravity", fmt::format("it is {:g} m/s^2", scene_.gravity.lpNorm<Eigen::Infinity>()));
    const System& system = scene_.world->system;
    for (int b = 0; b < system.world(); ++b) {
      check_inertia(b);
      const Vector3<double>& spin = scene_.world->state.velocities[b].angular;
      if (!is_small_enough(spin))
        refuse(place_of_body(b) + "/angular_velocity",
               fmt::format("it is {:g} rad/s", spin.lpNorm<Eigen::Infinity>()));
    }
    check_contacts(system.contacts);
    const StepProblem problem = predict(system, scene_.world->state, h_, scene_.step.gyroscopic);
    for (int b = 0; b < system.world(); ++b) {
      const Vector3<double>& x = problem.predicted[b].position;
      if (!is_small_enough(x))
        refuse(place_of_body(b),
               fmt::format("its first step leads to a position of {:g} m", x.lpNorm<Eigen::Infinity>()));
    }
    problem.constraints.for_each(
        [&](const auto& constraint, Index) { check_constraint(problem, constraint); });
  }

 private:
  static constexpr double largest = 1e100;
  static bool is_small_enough(const auto& values) {
    return (values.array().abs() <= largest).all();  // false for NaN
  }
  static bool is_in_range(double value) { return value >= 1 / largest && value <= largest; }
  static bool is_in_range(const Vector3<double>& values) {
    return is_in_range(values.minCoeff()) && is_in_range(values.maxCoeff());
  }
  [[noreturn]] void refuse(const std::string& pointer, const std::string& what) const {
    document_.fail(pointer, fmt::format("{}; numbers of a step have to be between 1e-100 and 1e100, so that "
                                        "products of three of them are finite and not zero",
                                        what));
  }
  std::string place_of_body(int b) const { return scene_.chain ? "/chain" : fmt::format("/bodies/{}", b); }

  void check_inertia(int b) const {
    const Inertia& inertia = scene_.world->system.bodies[b].inertia;
    if (!inertia.translates()) return;
    if (!is_in_range(inertia.inverse_mass))
      refuse(place_of_body(b) + "/mass", fmt::format("its inverse is {:g} 1/kg", inertia.inverse_mass));
    const std::string shape = shape_of(b);
    if (shape.empty() || is_in_range(inertia.inverse_principal)) return;
    const Vector3<double> moments = inertia.inverse_principal.cwiseInverse();
    refuse(place_of_body(b) + shape, fmt::format("it gives the moments of inertia {:g}, {:g} and {:g} kg m^2",
                                                 moments.x(), moments.y(), moments.z()));
  }
  // The member of the scene that gives a body its inertia; empty if there is none.
  std::string shape_of(int b) const {
    if (scene_.chain) return std::holds_alternative<PointJoints>(scene_.chain->joint) ? "/box" : "";
    const BodyEntry& body = scene_.assembly.bodies[b];
    return body.box ? "/box" : body.radius ? "/radius" : body.inertia ? "/inertia" : "";
  }

  void check_contacts(const std::optional<ContactSettings>& contacts) const {
    if (!contacts) return;
    const double softness = contacts->compliance / (h_ * h_);
    if (!(softness <= largest))
      refuse("/contacts/compliance",
             fmt::format("the compliance divided by the square of the time step is {:g} 1/kg", softness));
    if (!(contacts->margin <= largest))
      refuse("/contacts/margin", fmt::format("it is {:g} m", contacts->margin));
    if (contacts->reach && !(*contacts->reach <= largest))
      refuse("/contacts/reach", fmt::format("it is {:g} m", *contacts->reach));
  }
  template <class Constraint>
  void check_constraint(const StepProblem& problem, const Constraint& constraint) const {
    const std::string place = scene_.chain ? "/chain" : fmt::format("/constraints/{}", constraint.entry);
    const double softness = problem.scaled(constraint.compliance);
    if (!(softness <= largest)) {
      const bool is_spring = Constraint::name == Spring::name;
      const std::string_view member = constraint.softness.frequency > 0 ? "/frequency"
                                      : is_spring                       ? "/stiffness"
                                                                        : "/compliance";
      refuse(place + std::string(member),
             fmt::format("the compliance divided by the square of the time step is {:g} 1/kg", softness));
    }
    const auto linear = linearised(constraint, problem.predicted);
    if (!is_small_enough(linear.error))
      refuse(place, fmt::format("its error at the prediction of the first step is {:g}",
                                linear.error.template lpNorm<Eigen::Infinity>()));
    const auto K = linear.effective_inverse_mass(constraint.bodies, problem.inertias, problem.predicted);
    if (!is_small_enough(K))
      refuse(place,
             fmt::format("its effective inverse mass is {:g} 1/kg", K.template lpNorm<Eigen::Infinity>()));
  }

  const Scene& scene_;
  const config::Document& document_;
  double h_;  // [s]
};

}  // namespace

void refuse_out_of_range(const Scene& scene, const config::Document& document) {
  RangeCheck(scene, document).check_all();
}

}  // namespace simbench::rigid

#include "rigid/trial/rigid_state.h"

#include <fmt/format.h>

#include "base/number_text.h"
#include "rigid/bodies/inertial_term.h"
#include "rigid/problem/friction.h"
#include "rigid/problem/objective.h"

namespace simbench::rigid {

namespace {

void append(std::string& text, const Vector3<double>& vector) {
  for (const double value : vector) text.append(",").append(cell_text(value));
}

// What a joint or contact has done in the step.
struct Joint {
  int entry = -1;  // of the scene; −1 for a contact that was found
  std::string_view type;
  int first = 0, second = 0;                   // bodies
  Displacement impulse = {};                   // Jᵀ Λ on the first body [kg m, kg m²]
  double length_square = 0, angle_square = 0;  // of the errors of its hard rows
};

std::vector<Joint> joints_of(const System& system, const StepProblem& problem, const Poses& poses,
                             const Solver& solver) {
  const VectorX<double> multipliers = solver.multipliers();
  const std::vector<Vector3<double>> friction = solver.friction();
  std::vector<Joint> joints;
  std::size_t contact_number = 0;
  problem.constraints.for_each([&]<class Constraint>(const Constraint& constraint, Index row) {
    const bool is_found = constraint.entry < 0;
    if (is_found || joints.empty() || joints.back().entry != constraint.entry)
      joints.push_back({constraint.entry, is_found ? Constraint::name : system.entry_types[constraint.entry],
                        constraint.bodies[0], constraint.bodies[1]});
    Joint& joint = joints.back();
    const auto linear = linearised(constraint, poses);
    joint.impulse += linear.pull(0, multipliers.template segment<Constraint::rows>(row));
    if constexpr (std::is_same_v<Constraint, Contact>)
      joint.impulse += Touch(constraint, poses).pull(0, friction[contact_number++]);
    if (constraint.is_spring || constraint.is_motor) return;
    const double square = violation(constraint.base(), linear.error).squaredNorm();
    if (constraint.measure == Measure::length) joint.length_square += square;
    if (constraint.measure == Measure::angle) joint.angle_square += square;
  });
  return joints;
}

}  // namespace

TableRows body_rows(const System& system, const State& state, int step, double time) {
  TableRows table{"bodies.csv",
                  "step,time,body,x,y,z,qw,qx,qy,qz,vx,vy,vz,wx,wy,wz,px,py,pz,lx,ly,lz,kinetic_energy\n",
                  {}};
  const std::string when = fmt::format("{},{},", step, number_text(time));
  for (int b = 0; b < system.world(); ++b) {
    const Pose& pose = state.poses[b];
    const Displacement& velocity = state.velocities[b];
    const Displacement momentum = system.bodies[b].inertia.momentum_of(velocity, pose.orientation);
    table.rows.append(when).append(system.bodies[b].name);
    append(table.rows, pose.position);
    table.rows.append(",").append(cell_text(pose.orientation.w()));
    append(table.rows, pose.orientation.vec());
    for (const auto& vector : {velocity.linear, velocity.angular, momentum.linear, momentum.angular})
      append(table.rows, vector);
    const double energy = half_square(system.bodies[b].inertia, pose.orientation, velocity);
    table.rows.append(",").append(cell_text(energy)).append("\n");
  }
  return table;
}

TableRows no_joint_rows() {
  return {"joints.csv",
          "step,time,joint,type,first,second,force_x,force_y,force_z,torque_x,torque_y,torque_z,"
          "error,angular_error\n",
          {}};
}

TableRows joint_rows(const System& system, const StepProblem& problem, const Poses& poses,
                     const Solver& solver, int step, double time) {
  TableRows table = no_joint_rows();
  const double to_force = 1 / (problem.time_step * problem.time_step);
  for (const Joint& joint : joints_of(system, problem, poses, solver)) {
    const std::string number = joint.entry < 0 ? "" : std::to_string(joint.entry);
    table.rows += fmt::format("{},{},{},{},{},{}", step, number_text(time), number, joint.type,
                              system.bodies[joint.first].name, system.bodies[joint.second].name);
    if (solver.has_forces()) {
      append(table.rows, to_force * joint.impulse.linear);
      append(table.rows, to_force * joint.impulse.angular);
    } else {
      table.rows += ",,,,,,";
    }
    table.rows += fmt::format(",{},{}\n", cell_text(std::sqrt(joint.length_square)),
                              cell_text(std::sqrt(joint.angle_square)));
  }
  return table;
}

}  // namespace simbench::rigid

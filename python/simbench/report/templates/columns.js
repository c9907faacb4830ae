// The columns of iterations.csv: their names with units, and how to read a curve of each.

const OF_ALL_BODIES = {
  objective: ['objective [J]', 'f, the sum of the inertial and the constraint term, which each time step minimises.'],
  relative_error: ['relative error', 'Lower is better: 1 is iteration 0, and 0 is the reference. On a logarithmic axis '
    + 'a straight line is linear convergence; a curve that stays level has stopped short of the reference, or at rounding.'],
  inertial: ['inertial term [J]', 'How far the body is from where it would move without forces between its parts.'],
  constraint: ['constraint term [J]', 'The energy of all terms but the inertial one.'],
  kinetic_energy: ['kinetic energy [J]', 'The kinetic energy if the time step ended at this iteration.'],
  iteration_seconds: ['time of this iteration [s]', 'Without metrics, files, and the set-up of the time step.'],
  elapsed_seconds: ['time of all iterations [s]', 'Without metrics, files, and the set-up of the time steps.'],
  linear_momentum: ['linear momentum [kg m/s]', 'Its norm, if the time step ended at this iteration.'],
  angular_momentum: ['angular momentum [kg m²/s]', 'Its norm about the centre of mass, if the time step ended here.'],
};
const OF_DEFORMABLE_BODIES = {
  ...OF_ALL_BODIES,
  gradient_norm: ['gradient norm [N]', 'The norm of ∂f/∂q, which is 0 at a minimum. It can rise while f falls.'],
  min_det_f: ['least det F', 'The least of all tets. 1 is the volume at rest; a tet at or below 0 is inverted.'],
  inverted_tets: ['inverted tets', 'The number of tets with det F ≤ 0.'],
  material_energy: ['material energy [J]', 'The energy of the body itself, which is tets and springs.'],
  anchor_energy: ['anchor energy [J]', 'The energy of the springs that hold anchored vertices.'],
  step_length: ['step length', 'The share of its search direction that the line search took. 1 is the full step.'],
  evaluations: ['evaluations', 'How often the line search of this iteration evaluated what it lowers.'],
  weight_factor: ['weight factor c', 'The factor c in the weights w = c √(k V) of ADMM.'],
  primal_residual: ['primal residual [√J]', '‖W (D q − z)‖ of ADMM: how far its copies z are from the body.'],
  dual_residual: ['dual residual [N]', '‖Dᵀ W² (z − z of the iteration before)‖ of ADMM.'],
  held_violation: ['violation of held positions [m]', 'The largest distance of a held vertex from its place.'],
  feasible_objective: ['feasible objective [J]', 'The objective after held vertices are moved to their places.'],
  total_energy: ['total energy [J]', 'Kinetic energy and all potentials. It is constant if nothing dissipates.'],
  sag: ['sag [m]', 'How far vertices are below their places at rest along gravity, in the mean, at the ends of time steps.'],
  volume_error: ['volume error', 'The change of the volume as a share of the volume at rest. It can be negative.'],
  mean_abs_volume_change: ['mean change of volume', 'The mean of |det F − 1| over the volume at rest.'],
  skipped_constraints: ['skipped constraints', 'Violated constraints that have no gradient, so that no step mends them.'],
  multiplier_residual: ['multiplier residual [√J]', 'The residual of C + α̃λ, which a sweep of XPBD lowers.'],
  gradient_residual: ['gradient residual [N]', 'The residual of M (q − q̃) − Jᵀλ, which XPBD ignores.'],
  linear_iterations: ['linear iterations', 'Iterations of conjugate gradients in the linear systems of this iteration.'],
  hard_violation: ['violation of hard constraints', 'The largest |C| of a hard constraint.'],
  value_passes: ['passes for values', 'How often the energy of all elements was evaluated since the run began.'],
  gradient_passes: ['passes for gradients', 'How often the gradient of all elements was evaluated since the run began.'],
  hessian_passes: ['passes for second derivatives', 'How often second derivatives of all elements were evaluated since the '
    + 'run began.'],
  local_passes: ['local passes', 'How often all elements were projected, or had their proximal or constraint step.'],
  projected_elements: ['projected elements', 'Elements whose Hessian Newton did not take as it is.'],
  indefinite_elements: ['indefinite elements', 'Elements whose Hessian had a negative eigenvalue before this iteration.'],
  distance_to_minimum: ['distance to the minimum [m]', 'How far vertices are from their places at the minimum, in the mean of their masses.'],
  largest_penetration: ['largest penetration [m]', 'The largest depth behind a half space, or of a pair of contact with a penalty.'],
  factorisations: ['factorisations', 'Factorisations of sparse matrices since the run began.'],
  solves: ['solves', 'Solves with a factor for all coordinates of all vertices since the run began.'],
  matrix_products: ['products', 'Products of a sparse matrix and a vector of all coordinates since the run began.'],
};
const OF_RIGID_BODIES = {
  ...OF_ALL_BODIES,
  objective: ['objective [J]', 'f, the sum of both terms. With hard constraints it rises from 0 to its minimum.'],
  constraint: ['constraint term [J]', 'The energy of compliant constraints and of motors at their bound.'],
  linear_momentum: ['linear momentum [kg m/s]', 'The norm of what the solver has added to the prediction.'],
  angular_momentum: ['angular momentum [kg m²/s]', 'The norm of what the solver has added, about the origin.'],
  constraint_error: ['constraint error [m]', 'The norm of all hard rows that are lengths. 0 is a joint that is closed.'],
  angular_error: ['angular error [rad]', 'The norm of all hard rows that are angles.'],
  volume_error: ['volume error [m³]', 'The norm of all hard rows that are volumes.'],
  largest_stretch: ['largest stretch [m]', 'How far the worst joint between two points is open.'],
  multiplier_error: ['multiplier error', '‖Λ − Λ*‖/‖Λ*‖ of the rows that are lengths. 0 is the exact force.'],
  angular_multiplier_error: ['multiplier error of angles', '‖Λ − Λ*‖/‖Λ*‖ of the rows that are angles.'],
  projected_residual: ['projected residual [kg m]', 'How far the rows that are lengths, with their bounds, are from solved.'],
  angular_residual: ['angular residual [kg m²]', 'How far the rows that are angles, with their bounds, are from solved.'],
  potential_energy: ['potential energy [J]', 'The energy of all bodies in gravity.'],
  relaxation: ['relaxation ξ', 'The factor of each correction in this iteration.'],
  penalty: ['penalty s [kg]', 'The mean stiffness of hard rows in this iteration.'],
  penetration: ['penetration [m]', 'The largest overlap of two bodies at a contact.'],
  contacts: ['contacts', 'The number of contacts in this time step.'],
};

/** @type {(column: string, kind: string) => [name: string, meaning: string]} */
function columnInWords(column, kind) {
  const known = kind === 'rigid' ? OF_RIGID_BODIES : OF_DEFORMABLE_BODIES;
  return known[column] ?? [column.replaceAll('_', ' '), ''];
}

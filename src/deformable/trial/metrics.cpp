#include "deformable/trial/metrics.h"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "deformable/problem/state.h"
#include "deformable/solvers/kernels/constraint_residuals.h"
#include "deformable/trial/penetration.h"
#include "harness/run.h"

namespace simbench {

namespace {

using Value = std::optional<double>;

Value energy_of(const Observation& o, bool material) {
  Value sum;
  for (std::size_t t = 0; t < o.energies.size(); ++t) {
    if (o.problem.potentials[t]->is_material() == material) sum = sum.value_or(0) + o.energies[t];
  }
  return sum;
}

// The largest |C| of the hard constraints.
Value hard_violation(const Observation& o) {
  Value largest;
  for (const auto& system : o.hard_constraints) {
    Reduced<double> C = system->stiffnesses();
    system->values(o.positions, C);
    const double of_potential = C.cwiseAbs().maxCoeff<Eigen::PropagateNaN>();
    largest = Eigen::Array2d(largest.value_or(0), of_potential).maxCoeff<Eigen::PropagateNaN>();
  }
  return largest;
}

// Visits of elements as passes over all of them.
Value passes(const Observation& o, Index visits) {
  if (o.element_count == 0) return {};
  return static_cast<double>(visits) / static_cast<double>(o.element_count);
}

// Marks columns whose values solvers report.
constexpr auto reported = nullptr;

}  // namespace

double Observation::constraint() const {
  const double elements = std::accumulate(energies.begin(), energies.end(), 0.0);
  return std::accumulate(term_energies.begin(), term_energies.end(), elements);
}

double Observation::stored_energy() const {
  double sum = constraint();
  for (std::size_t t = 0; t < term_energies.size(); ++t) {
    if (!problem.terms[t]->is_energy()) sum -= term_energies[t];
  }
  return sum;
}

double Observation::kinetic_energy() const {
  return simbench::kinetic_energy(problem.masses, velocities);
}

double Observation::energy_of_accelerations() const {
  if (problem.accelerations.size() == 0) return 0;
  return -problem.accelerations.cwiseProduct(positions).colwise().sum().dot(problem.masses);
}

const std::vector<Metric>& metrics() {
  // Add a line for each new metric.
  static const std::vector<Metric> table = {
      {{"objective", "J", "f = inertial + constraint"},
       [](const Observation& o) -> Value { return o.objective(); }},
      {{"inertial", "J", "1/(2 h^2) |M^1/2 (q - q~)|^2"},
       [](const Observation& o) -> Value { return o.inertial; }},
      {{"constraint", "J", "energy of all terms"},
       [](const Observation& o) -> Value { return o.constraint(); }},
      {{"relative_error", "1",
        "(f - f*)/(f(q~) - f*); with terms or contact, f where the step begins instead of f(q~)"},
       [](const Observation& o) -> Value {
         const double feasible = o.feasible_objective.value_or(o.objective());
         return relative_error(feasible, o.start_objective.value_or(feasible), o.reference_minimum);
       }},
      {{"gradient_norm", "N", "|df/dq|"}, [](const Observation& o) -> Value { return o.gradient.norm(); }},
      {{"linear_momentum", "kg m/s", "norm of the sum of m v, v the velocity if the step ended here"},
       [](const Observation& o) -> Value { return linear_momentum(o.problem.masses, o.velocities).norm(); }},
      {{"angular_momentum", "kg m^2/s", "norm of the angular momentum about the centre of mass"},
       [](const Observation& o) -> Value {
         return angular_momentum(o.problem.masses, o.positions, o.velocities).norm();
       }},
      {{"min_det_f", "1", "smallest det F of all tets"},
       [](const Observation& o) -> Value {
         if (!o.has_tets()) return {};
         return o.determinants.minCoeff<Eigen::PropagateNaN>();
       }},
      {{"inverted_tets", "1", "number of tets with det F <= 0"},
       [](const Observation& o) -> Value {
         if (!o.has_tets()) return {};
         return static_cast<double>((!(o.determinants.array() > 0)).count());
       }},
      {{"material_energy", "J", "energy of the body itself: tets and springs"},
       [](const Observation& o) { return energy_of(o, true); }},
      {{"anchor_energy", "J", "energy of the anchors; empty without anchors"},
       [](const Observation& o) { return energy_of(o, false); }},
      {{"step_length", "1", "alpha of the line search (solvers that search)"}, reported},
      {{"evaluations", "1", "evaluations by the line search of this iteration (solvers that search)"},
       reported},
      {{"weight_factor", "1", "c of this iteration's weights w = c sqrt(k V) (admm)"}, reported},
      {{"primal_residual", "sqrt(J)", "|W (Dq - z)| (admm, anderson_admm, douglas_rachford)"}, reported},
      {{"dual_residual", "N", "|D' W^2 (z - z_previous)| (admm)"}, reported},
      {{"held_violation", "m",
        "largest distance of a vertex from its hard anchor; empty without hard anchors"},
       [](const Observation& o) -> Value {
         if (o.problem.held_vertices.empty()) return {};
         const auto& held = o.problem.held_vertices;
         return (o.positions - o.problem.inertial_positions)(Eigen::all, held).colwise().norm().maxCoeff();
       }},
      {{"feasible_objective", "J", "f with vertices moved to their hard anchors; empty without hard anchors"},
       [](const Observation& o) { return o.feasible_objective; }},
      {{"kinetic_energy", "J", "sum of m/2 |v|^2, v the velocity if the step ended here"},
       [](const Observation& o) -> Value { return o.kinetic_energy(); }},
      {{"total_energy", "J", "kinetic energy, energy of all terms, and - m a q of gravity and other forces"},
       [](const Observation& o) -> Value {
         return o.kinetic_energy() + o.stored_energy() + o.energy_of_accelerations();
       }},
      {{"volume_error", "1", "sum of V (det F - 1) over the volume at rest"},
       [](const Observation& o) -> Value {
         if (!o.has_tets()) return {};
         return o.rest_volumes.dot((o.determinants.array() - 1).matrix()) / o.rest_volumes.sum();
       }},
      {{"mean_abs_volume_change", "1", "sum of V |det F - 1| over the volume at rest"},
       [](const Observation& o) -> Value {
         if (!o.has_tets()) return {};
         return o.rest_volumes.dot((o.determinants.array() - 1).abs().matrix()) / o.rest_volumes.sum();
       }},
      {{"skipped_constraints", "1",
        "violated constraints that were skipped because their gradient is zero (pbd, xpbd, xpbd_global, "
        "kkt)"},
       reported},
      {{"multiplier_residual", "sqrt(J)",
        "(sum of r^2/(2 alpha))^1/2, r = C + alpha~ lambda (xpbd, xpbd_global)"},
       reported},
      {{"gradient_residual", "N", "|g|/h^2, g = M (q - q~) - J' lambda (xpbd, xpbd_global)"}, reported},
      {{"linear_iterations", "1",
        "iterations of conjugate gradients (solvers with that linear_solver, and newton_cg)"},
       reported},
      {{"hard_violation", "1",
        "largest |C| of a hard constraint, |det F - 1| of volumes; empty without hard constraints"},
       hard_violation},
      {{"value_passes", "1",
        "evaluations of the energy of all elements since the run began, set-up included"},
       [](const Observation& o) { return passes(o, o.work.values); }},
      {{"gradient_passes", "1", "evaluations of the gradient of all elements, likewise"},
       [](const Observation& o) { return passes(o, o.work.gradients); }},
      {{"hessian_passes", "1",
        "evaluations of second derivatives of all elements, likewise; a tet at one of its vertices counts "
        "as a whole tet (vbd)"},
       [](const Observation& o) { return passes(o, o.work.hessians); }},
      {{"local_passes", "1",
        "projections (pd), proximal steps (admm) or constraint steps (pbd, xpbd) of all elements, likewise"},
       [](const Observation& o) { return passes(o, o.work.local_steps); }},
      {{"factorisations", "1", "factorisations of sparse matrices since the run began"},
       [](const Observation& o) -> Value { return static_cast<double>(o.work.factorisations); }},
      {{"solves", "1", "solves with such a factor for all coordinates of all vertices, likewise"},
       [](const Observation& o) -> Value { return static_cast<double>(o.work.solves); }},
      {{"matrix_products", "1", "products of a sparse matrix and a vector of all coordinates, likewise"},
       [](const Observation& o) -> Value { return static_cast<double>(o.work.products); }},
      {{"projected_elements", "1",
        "elements whose Hessian was not taken as it is in this iteration (newton, mixed)"},
       reported},
      {{"indefinite_elements", "1",
        "elements whose Hessian had a negative eigenvalue before this iteration (newton, mixed)"},
       reported},
      {{"distance_to_minimum", "m", "(sum of m |q - q*|^2 over the sum of m)^1/2, q* Newton's minimum"},
       [](const Observation& o) -> Value {
         if (!o.minimiser) return {};
         const auto squares = (o.positions - *o.minimiser).colwise().squaredNorm();
         return std::sqrt(squares.dot(o.problem.masses) / o.problem.masses.sum());
       }},
      {{"largest_penetration", "m",
        "largest depth of a vertex behind a half_space, or of a pair of contact with a penalty below "
        "contact.distance; empty without these, or where surfaces cross"},
       [](const Observation& o) { return largest_penetration(o.problem, o.positions); }},
  };
  return table;
}

const Columns& metric_columns() {
  static const Columns columns = [] {
    constexpr std::string_view last_of_contract = "inverted_tets";  // scripts rely on the order up to here
    Columns all;
    for (const Metric& metric : metrics()) all.list.push_back(metric.column);
    all.before_step = all.index(last_of_contract) + 1;
    return all;
  }();
  return columns;
}

Observer::Observer(const IncrementalPotential<double>& problem, Value reference_minimum,
                   const Positions<double>* minimiser, Precision precision)
    : problem_(problem),
      reference_minimum_(reference_minimum),
      minimiser_(minimiser),
      precision_(precision),
      velocities_(3, problem.vertex_count()),
      gradient_(3, problem.vertex_count()),
      rest_volumes_(tet_volumes(*problem.mesh, problem.mesh->rest_positions)),
      determinants_(rest_volumes_.size()),
      energies_(problem.potentials.size()),
      term_energies_(problem.terms.size()) {
  for (const auto& potential : problem.potentials) {
    element_count_ += potential->element_count();
    if (potential->is_hard())
      hard_constraints_.push_back(
          constraint_system(*potential, ConstraintRows::scalar, ConstraintForm::split));
  }
}

Value Observer::feasible_objective(const Positions<double>& positions, double objective) const {
  if (problem_.held_vertices.empty()) return {};
  Positions<double> feasible = positions;
  problem_.move_held_to_targets(feasible);
  return feasible == positions ? objective : problem_.objective(feasible);
}

Value Observer::objective_of_start(const Positions<double>& positions) const {
  Positions<double> start = problem_.terms.empty() ? problem_.inertial_positions : problem_.start_positions();
  if (precision_ == Precision::single_precision) start = start.cast<float>().cast<double>().eval();
  if (positions == start) return {};
  return problem_.objective(start);
}

std::vector<Value> Observer::observe(const Positions<double>& positions, IterationReport report,
                                     const Work& work, std::vector<ConstraintState<double>>* constraints) {
  velocities_ = problem_.velocities(positions);
  const double inertial = problem_.inertial_and_gradient(positions, gradient_);
  if (constraints) {
    look_at(problem_, *constraints, positions, gradient_, energies_, residual_, report);
  } else {
    for (std::size_t t = 0; t < energies_.size(); ++t)
      energies_[t] = problem_.potentials[t]->add_gradient(positions, gradient_);
  }
  for (std::size_t t = 0; t < term_energies_.size(); ++t) {
    term_energies_[t] = problem_.terms[t]->add_gradient(positions, gradient_);
    if (!problem_.terms[t]->allows(positions)) term_energies_[t] = std::numeric_limits<double>::infinity();
  }
  problem_.zero_held(gradient_);
  tet_volumes(*problem_.mesh, positions, determinants_);
  determinants_.array() /= rest_volumes_.array();
  double objective = std::accumulate(energies_.begin(), energies_.end(), 0.0) + inertial;
  for (const double energy : term_energies_) objective += energy;
  if (!start_objective_) start_objective_ = objective_of_start(positions);
  const Observation observation{
      .problem = problem_,
      .positions = positions,
      .velocities = velocities_,
      .gradient = gradient_,
      .rest_volumes = rest_volumes_,
      .determinants = determinants_,
      .energies = energies_,
      .term_energies = term_energies_,
      .hard_constraints = hard_constraints_,
      .inertial = inertial,
      .feasible_objective = feasible_objective(positions, objective),
      .start_objective = start_objective_,
      .reference_minimum = reference_minimum_,
      .minimiser = minimiser_,
      .work = work,
      .element_count = element_count_,
  };
  if (!start_objective_) start_objective_ = observation.objective();
  std::vector<Value> values;
  values.reserve(metrics().size());
  for (const Metric& metric : metrics()) {
    values.push_back(metric.value ? metric.value(observation) : report.diagnostics[metric.column.name]);
  }
  return values;
}

}  // namespace simbench

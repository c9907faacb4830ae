#include "deformable/referee/reference.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>

#include "base/build_info.h"
#include "base/sha256.h"
#include "deformable/referee/minimum.h"

namespace simbench {

namespace {

// A hash of the problem. A hash of the scene is not enough, because later steps depend on the solver's
// earlier steps. The values and gradients at the start depend on the anchors' targets.
std::string problem_hash(const IncrementalPotential<double>& problem, std::string_view materials) {
  const auto numbers = [](const auto& matrix) {
    return std::span(matrix.data(), static_cast<std::size_t>(matrix.size()));
  };
  Sha256 hash;
  hash.update(materials).update(build_info().build_id);
  hash.update(mesh_sha256(*problem.mesh));
  hash.update(numbers(problem.masses)).update(numbers(problem.inertial_positions));
  hash.update(std::array{problem.time_step}).update(std::span<const int>(problem.held_vertices));
  for (const auto& potential : problem.potentials) {
    Positions<double> gradient = Positions<double>::Zero(3, problem.vertex_count());
    const double value = potential->add_gradient(problem.inertial_positions, gradient);
    hash.update(potential->law())
        .update(std::array{value})
        .update(numbers(gradient))
        .update(numbers(potential->stiffnesses()));
  }
  // The term of a step may depend on where it begins, as friction does.
  if (!problem.terms.empty()) hash.update(numbers(problem.previous_positions));
  const Positions<double> start = problem.start_positions();
  for (const auto& term : problem.terms) {
    Positions<double> gradient = Positions<double>::Zero(3, problem.vertex_count());
    const double value = term->add_gradient(start, gradient);
    hash.update(term->name()).update(std::array{value}).update(numbers(gradient));
  }
  return hash.hex();
}

}  // namespace

std::optional<Reference> reference_minimum(const IncrementalPotential<double>& problem,
                                           std::string_view materials, const Context& context,
                                           Positions<double>* positions) {
  const CacheKey key("minimum_positions", problem_hash(problem, materials));
  const auto coordinates = static_cast<std::size_t>(problem.inertial_positions.size());
  // f*, |∇f| and the positions of the minimum; NaN if Newton found none.
  const auto compute = [&] {
    context.tell("finding the reference minimum (newton); it is cached for the next run");
    const Minimum found = minimise(problem, 1000, context.stop);
    std::vector<double> result(2 + coordinates, std::numeric_limits<double>::quiet_NaN());
    if (found.found()) {
      result[0] = found.objective;
      result[1] = found.gradient_norm;
      std::copy_n(found.positions.data(), coordinates, result.data() + 2);
    }
    return result;
  };
  const std::vector<double> numbers =
      context.cache.read_or_compute(key, 2 + coordinates, compute, context.stop);
  if (!std::isfinite(numbers[0])) {
    context.warn("newton found no minimum of this step; relative errors stay empty");
    return {};
  }
  if (positions)
    *positions = Eigen::Map<const Positions<double>>(numbers.data() + 2, 3, problem.vertex_count());
  return Reference{numbers[0], numbers[1]};
}

}  // namespace simbench

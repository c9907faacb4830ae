#include "experiment/reference.h"

#include <array>
#include <span>

#include "base/build_info.h"
#include "base/error.h"
#include "base/number_text.h"
#include "base/sha256.h"
#include "solver/minimum.h"

namespace simbench {

namespace {

// A hash of the problem itself rather than of the scene: objective and gradient at the start see every
// parameter, and in later steps the problem depends on where a solver left the body.
std::string problem_hash(const ImplicitEulerProblem<double>& problem) {
  const auto numbers = [](const auto& matrix) {
    return std::span(matrix.data(), static_cast<std::size_t>(matrix.size()));
  };
  Sha256 hash;
  hash.update(numbers(problem.mesh->rest_positions)).update(numbers(problem.mesh->tets));
  hash.update(numbers(problem.masses)).update(numbers(problem.inertial_positions));
  hash.update(std::array{problem.time_step});
  for (const auto& term : problem.terms) {
    Positions<double> gradient = Positions<double>::Zero(3, problem.vertex_count());
    const double value = term->add_gradient(problem.inertial_positions, gradient);
    hash.update(term->law())
        .update(std::array{value})
        .update(numbers(gradient))
        .update(numbers(term->stiffnesses()));
  }
  return hash.update(build_info().build_id).hex();
}

}  // namespace

ReferenceChoice ReferenceChoice::parse(const std::string& text) {
  if (text == "newton") return {Kind::newton, 0};
  if (text == "best") return {Kind::best, 0};
  if (text == "none") return {Kind::none, 0};
  const std::optional<double> number = parse_number(text);
  if (!number || !std::isfinite(*number)) {
    throw Error(ExitCode::usage,
                "--reference " + text + ": allowed: newton, best, none, or a finite number [J]");
  }
  return {Kind::number, *number};
}

std::string ReferenceChoice::text() const {
  switch (kind) {
    case Kind::newton:
      return "newton";
    case Kind::best:
      return "best";
    case Kind::none:
      return "none";
    case Kind::number:
      return number_text(number);
  }
  return "none";
}

std::optional<double> reference_minimum(const ImplicitEulerProblem<double>& problem, const Cache& cache,
                                        const std::function<void(const std::string&)>& note) {
  const CacheKey key("minimum", problem_hash(problem));
  double minimum = 0;
  const std::span<double> place(&minimum, 1);
  if (cache.read(key, place)) return minimum;
  note("finding the reference minimum (newton); it is cached for the next run");
  const Minimum found = minimise(problem);
  if (!found.found()) return {};
  minimum = found.objective;
  cache.write(key, place);
  return minimum;
}

}  // namespace simbench

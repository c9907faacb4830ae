#include "contact.h"

#include <algorithm>
#include <numeric>

#include "deformable/contact/contact_term.h"
#include "floor.h"
#include "yardstick.h"

namespace simbench::benchmarks {

namespace {

constexpr double stiffness = 1e8;  // κ [J/m⁴, of a penalty J/m²]

double edge_of(const Beam& beam) {
  return beam.shape.size.y() / beam.shape.cells.y();
}
double distance_of(const Beam& beam) {
  return edge_of(beam) / 10;
}  // d̂ [m]

std::shared_ptr<const ContactSurface> surface_of(const IncrementalPotential<double>& problem) {
  return std::make_shared<const ContactSurface>(contact_surface(*problem.mesh));
}

std::shared_ptr<const ContactTerm> term_of(const std::shared_ptr<const ContactSurface>& surface,
                                           const Beam& beam, std::string_view law) {
  return std::make_shared<const ContactTerm>(surface, std::vector<char>(), law, distance_of(beam), stiffness);
}

// A term that knows no pairs yet searches for them, and sums the energy of those that push.
Contestant searching(const IncrementalPotential<double>& problem, const Beam& beam, std::string_view law) {
  const auto term = std::make_shared<std::shared_ptr<const ContactTerm>>();
  return {.name = "searching",
          .begin = [] {},
          .iterate = [=, &problem] { return (*term)->value(problem.previous_positions) > 0; },
          .prepare = [=, surface = surface_of(problem)] { *term = term_of(surface, beam, law); }};
}

// A term that knows the pairs near these positions computes the gradient and the clamped Hessian.
Contestant differentiating(const IncrementalPotential<double>& problem, const Beam& beam,
                           std::string_view law) {
  const auto term = term_of(surface_of(problem), beam, law);
  const auto gradient = std::make_shared<Positions<double>>(problem.previous_positions);
  return {.name = "differentiating",
          .begin = [] {},
          .iterate =
              [=, &problem] {
                std::vector<HessianBlock<double>> blocks;
                term->append_hessian(problem.previous_positions, Definiteness::clamped, blocks);
                return term->add_gradient(problem.previous_positions, *gradient) > 0 && !blocks.empty();
              }};
}

Contestant solving(std::string_view solver, const IncrementalPotential<double>& problem) {
  const auto own = std::make_shared<std::unique_ptr<Solver<double>>>();
  return {.name = std::string(solver),
          .begin =
              [=, &problem] {
                const SolverEntry& entry = *find_solver(solver);
                *own = entry.make(*entry.default_settings(), Precision::double_precision);
                (*own)->begin_step(problem);
              },
          .iterate = [own] { return !(*own)->iterate().stop; }};
}

// Searches are not part of each iteration, so a median may leave them out.
double mean(const std::vector<double>& seconds) {
  return std::accumulate(seconds.begin(), seconds.end(), 0.0) / static_cast<double>(seconds.size());
}

// The numbers of the boxes of vertices, triangles and edges, of which a search must read each once.
std::size_t numbers_of_boxes(const ContactSurface& surface) {
  return 6 * (surface.vertices.size() + surface.triangles.size() + surface.edges.size());
}

}  // namespace

IncrementalPotential<double> contact_problem(const Beam& beam, std::string_view law) {
  Beam twisted = beam;
  twisted.total_degrees = 30;
  const double width = beam.shape.size.y() / 2, gap = 0.6 * distance_of(beam);
  const int cells = std::max(1, beam.shape.cells.y() / 2);
  const Beam cube = {"cube",
                     {.origin = {(beam.shape.size.x() - width) / 2, width / 2, beam.shape.size.z() + gap},
                      .size = {width, width, width},
                      .cells = {cells, cells, cells}},
                     0};
  const Case& strain = cases().front();
  IncrementalPotential<double> problem = step_problem(twisted, strain);
  const IncrementalPotential<double> falling = step_problem(cube, strain);
  const Index n = problem.vertex_count();
  const auto joined = [](const auto& first, const auto& second) {
    Positions<double> both(3, first.cols() + second.cols());
    both << first, second;
    return both;
  };
  const auto mesh = std::make_shared<TetMesh>(*problem.mesh);
  mesh->rest_positions = joined(problem.mesh->rest_positions, falling.mesh->rest_positions);
  mesh->tets.conservativeResize(4, problem.mesh->tet_count() + falling.mesh->tet_count());
  mesh->tets.rightCols(falling.mesh->tet_count()) = falling.mesh->tets.array() + static_cast<int>(n);
  problem.previous_positions = joined(problem.previous_positions, falling.mesh->rest_positions);
  problem.inertial_positions = problem.previous_positions;
  problem.inertial_positions.row(2).tail(falling.vertex_count()).array() -= gap / 2;
  problem.masses = lumped_masses(*mesh, 1000);
  problem.mesh = mesh;
  problem.potentials = {strain_potential(mesh)};
  problem.start = StepStart::previous;
  problem.terms = {term_of(surface_of(problem), beam, law)};
  return problem;
}

Json contact_mesh(const Beam& beam) {
  const IncrementalPotential<double> problem = contact_problem(beam, ContactCase{}.law);
  const auto surface = surface_of(problem);
  Json positions = Json::array();
  for (const auto point : problem.previous_positions.colwise())
    positions.push_back({point.x(), point.y(), point.z()});
  return {{"positions", positions},
          {"edges", surface->edges},
          {"triangles", surface->triangles},
          {"distance", distance_of(beam)},
          {"stiffness", stiffness}};
}

void measure_contact(const ContactCase& which, const Beam& beam, double seconds,
                     const std::function<void(const Json&)>& add) {
  const IncrementalPotential<double> problem = contact_problem(beam, which.law);
  IncrementalPotential<double> apart = problem;
  apart.terms.clear();
  std::vector<Contestant> contestants = {decompositions()};
  if (which.name == "contact_search") {
    contestants.push_back(searching(problem, beam, which.law));
    contestants.push_back(reading(numbers_of_boxes(*surface_of(problem)), Precision::double_precision, 1));
  } else if (which.name == "contact_terms") {
    contestants.push_back(differentiating(problem, beam, which.law));
  } else {
    contestants.push_back(solving(which.solver, problem));
    contestants.push_back(solving(which.solver, apart));
  }
  const Index tets = problem.mesh->tet_count();
  race(contestants, static_cast<int>(std::clamp<Index>(100000 / tets, 4, 50)),
       seconds * static_cast<double>(contestants.size()));
  Json row = {{"beam", beam.name}, {"case", which.name}, {"precision", "double"}, {"tets", tets}};
  write_times(row, contestants[1], contestants[0]);
  if (which.name == "contact_search") row["floor_ms"] = 1e3 * shortest(contestants[2].iterations);
  if (!which.solver.empty()) {
    row["compared_median_ms"] = 1e3 * median(contestants[2].iterations);
    row["mean_ms"] = 1e3 * mean(contestants[1].iterations);
    row["compared_mean_ms"] = 1e3 * mean(contestants[2].iterations);
  }
  add(row);
}

}  // namespace simbench::benchmarks

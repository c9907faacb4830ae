// Measures milliseconds per iteration of every solver. Each solver takes turns with two references: the
// baseline (the solvers as published codes implement them, baseline.h) and the floor (the work that no code
// can avoid, floor.h). docs/performance.md explains the results.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <fstream>

#include "base/build_info.h"
#include "baseline.h"
#include "contact.h"
#include "deformable/referee/minimum.h"
#include "looking.h"
#include "measure.h"
#include "profile.h"
#include "race.h"
#include "rigid_chain.h"
#include "rigid_joints.h"

namespace simbench::benchmarks {

namespace {

struct Options {
  std::vector<std::string> beams = {"S", "T", "M", "L"}, cases, precisions = {"double", "single"};
  std::vector<int> threads = {1, 2};
  double seconds = 1;
  bool large = false;
  std::string json;
};

void print_row(const Json& row) {
  const auto number = [&](const char* key) {
    return row.contains(key) && row[key].is_number() ? row[key].get<double>() : no_value;
  };
  const double ms = number("ms");
  const auto cell = [](double value, int width, int digits) {
    return std::isnan(value) ? fmt::format("{:>{}}", "-", width)
                             : fmt::format("{:{}.{}f}", value, width, digits);
  };
  fmt::print("{:4} {:16} {:6} {:7} {} {} {} {} {} {} {} {} {} {}\n", row["beam"].get<std::string>(),
             row["case"].get<std::string>(), row["precision"].get<std::string>(), row["threads"].get<int>(),
             cell(ms, 10, 3), cell(number("median_ms"), 10, 3), cell(1e6 * ms / number("tets"), 8, 1),
             cell(number("baseline_ms"), 11, 3), cell(number("baseline_ms") / ms, 6, 1),
             cell(number("floor_ms"), 9, 3), cell(ms / number("floor_ms"), 7, 1),
             cell(number("setup_ms"), 9, 1), cell(number("next_setup_ms"), 9, 2), cell(number("MB"), 7, 0));
  std::fflush(stdout);
}

Json benchmark(const Options& options) {
  const auto chosen = [](const std::vector<std::string>& names, std::string_view name) {
    return names.empty() || std::find(names.begin(), names.end(), name) != names.end();
  };
  std::vector<Variant> variants;
  for (const std::string& precision : options.precisions)
    for (const int threads : options.threads)
      variants.push_back(
          {precision == "double" ? Precision::double_precision : Precision::single_precision, threads});

  fmt::print("{:4} {:16} {:6} {:7} {:>10} {:>10} {:>8} {:>11} {:>6} {:>9} {:>7} {:>9} {:>9} {:>7}\n", "beam",
             "case", "real", "threads", "ms", "median", "ns/tet", "baseline ms", "ratio", "floor ms",
             "x floor", "set-up ms", "next ms", "MB");
  Json rows = Json::array();
  const auto add = [&](const Json& row) {
    print_row(row);
    rows.push_back(row);
  };
  for (const Beam& beam : beams()) {
    if (!chosen(options.beams, beam.name)) continue;
    for (const Case& which : cases()) {
      const bool is_named = !options.cases.empty() && chosen(options.cases, which.name);
      const bool is_usual = options.cases.empty() && which.beams.find(beam.name) != std::string_view::npos;
      if (!can_measure(which, beam) || !(is_named || is_usual)) continue;
      std::map<Precision, double> megabytes;
      for (const auto& [precision, threads] : variants)
        if (!megabytes.contains(precision))
          megabytes[precision] = memory(beam, which, [&, p = precision] { return make_solver(which, p); });
      Json measured =
          in_child([&] { return measure(beam, which, variants, options.seconds, options.large); });
      for (std::size_t i = 0; i < variants.size(); ++i) {
        measured[i]["MB"] = megabytes[variants[i].precision];
        if (has_baseline(beam, which, options.large) && i == 0)
          measured[i]["baseline_MB"] = memory(beam, which, [&] { return make_baseline(which); });
        add(measured[i]);
      }
    }
    for (const LookingCase& which : looking_cases()) {
      if (chosen(options.cases, which.name) && which.beams.find(beam.name) != std::string_view::npos)
        measure_looking(which, beam, options.threads, options.seconds, add);
    }
    for (const ContactCase& which : contact_cases()) {
      if (chosen(options.cases, which.name) && which.beams.find(beam.name) != std::string_view::npos)
        measure_contact(which, beam, options.seconds, add);
    }
  }
  for (const RigidCase& which : rigid_cases()) {
    if (chosen(options.beams, "R") && chosen(options.cases, which.solver))
      measure_rigid_chain(which, options.seconds, add);
  }
  for (const std::string& kind : kinds_of_joints()) {
    if (chosen(options.beams, "J") && options.cases.empty()) measure_rigid_joints(kind, options.seconds, add);
  }
  return rows;
}

// All cases, without measuring.
Json list_of_cases() {
  Json list = Json::array();
  for (const Case& which : cases())
    list.push_back({{"case", which.name}, {"solver", which.solver}, {"beams", which.beams}});
  for (const LookingCase& which : looking_cases())
    list.push_back({{"case", which.name}, {"solver", which.solver}, {"beams", which.beams}});
  for (const ContactCase& which : contact_cases())
    list.push_back({{"case", which.name}, {"solver", which.solver}, {"beams", which.beams}});
  for (const RigidCase& which : rigid_cases())
    list.push_back({{"case", which.solver}, {"solver", which.solver}, {"beams", "R"}});
  for (const std::string& kind : kinds_of_joints()) {
    for (const char* solver : {"gs", "avbd"})
      list.push_back({{"case", solver + ("_" + kind)}, {"solver", solver}, {"beams", "J"}});
  }
  return list;
}

// The build that measures, as members of a file.
Json build_entries() {
  const BuildInfo& build = build_info();
  return {{"build_id", build.build_id},
          {"git_commit", build.git_commit},
          {"git_dirty", build.git_dirty},
          {"compiler", build.compiler},
          {"flags", build.flags}};
}

// Repeats a part of the first case on the first beam until the process is stopped. Prints a line when it has
// been done twice, so that a profiler can begin then. The line has the time of the second one [s].
void repeat(const Options& options, Part part) {
  const auto which =
      options.cases.empty() ? cases().end() : std::ranges::find(cases(), options.cases.front(), &Case::name);
  const Beam& beam = *std::ranges::find(beams(), options.beams.front(), &Beam::name);
  if (which == cases().end() || !can_measure(*which, beam))
    throw std::runtime_error("--repeat needs a --beam and a --solver of deformable bodies that fit (--list)");
  const std::function<void()> once = alone(part, beam, *which);
  once();
  const auto begin = std::chrono::steady_clock::now();
  once();
  Json line = build_entries();
  line["seconds"] = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  fmt::print("{}\n", line.dump());
  std::fflush(stdout);
  while (true) once();
}

// Compares objectives [J] with known values for these beams with the law strain, to the given digits.
bool check_physics() {
  struct Known {
    const char* beam;
    int iterations;  // of pd; 0 for the minimum
    double objective, half_a_unit;
  };
  constexpr Known all[] = {
      {"S", 0, 2.89644e6, 5}, {"S", 100, 2.94643e6, 5}, {"M", 100, 2.3320e6, 50}, {"L", 40, 2.8521e6, 50}};
  bool holds = true;
  for (const auto& [name, iterations, objective, half_a_unit] : all) {
    const Beam& beam = *std::ranges::find(beams(), std::string_view(name), &Beam::name);
    const IncrementalPotential<double> problem = step_problem(beam, cases().front());
    double found = 0;
    if (iterations == 0) {
      found = minimise(problem).objective;
    } else {
      const auto pd =
          find_solver("pd")->make(*find_solver("pd")->default_settings(), Precision::double_precision);
      pd->begin_step(problem);
      for (int i = 0; i < iterations; ++i) pd->iterate();
      found = problem.objective(pd->positions());
    }
    const bool agrees = std::abs(found - objective) <= half_a_unit;
    holds &= agrees;
    fmt::print("{} {:18} {:.7g} J, known {:.6g}: {}\n", name,
               iterations == 0 ? "minimum" : fmt::format("PD, {} iterations", iterations), found, objective,
               agrees ? "agrees" : "DIFFERS");
  }
  return holds;
}

std::vector<std::string> names_of_cases() {
  std::vector<std::string> names;
  for (const Case& which : cases()) names.emplace_back(which.name);
  for (const LookingCase& which : looking_cases()) names.emplace_back(which.name);
  for (const ContactCase& which : contact_cases()) names.emplace_back(which.name);
  for (const RigidCase& which : rigid_cases()) names.emplace_back(which.solver);
  return names;
}

int run(int argc, char** argv) {
  Options options;
  bool check = false, lists = false;
  std::string contact;
  CLI::App app("Measures milliseconds per iteration of every solver, beside the baseline and the floor");
  app.add_option(
         "--beam", options.beams,
         "beams S, T, M, L, X and Z, the net N of springs, the cloth C, the beam K with a cloth on springs, "
         "the chain R of rigid boxes, and the chains J with other joints")
      ->delimiter(',')
      ->check(CLI::IsMember({"S", "T", "M", "L", "X", "Z", "N", "C", "K", "R", "J"}))
      ->capture_default_str();
  app.add_option("--solver", options.cases, "cases; default: those of each beam (--list)")
      ->delimiter(',')
      ->check(CLI::IsMember(names_of_cases()));
  app.add_option("--precision", options.precisions)
      ->delimiter(',')
      ->check(CLI::IsMember({"double", "single"}))
      ->capture_default_str();
  app.add_option("--threads", options.threads)
      ->delimiter(',')
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  app.add_option("--seconds", options.seconds, "time of iterations for each variant and the baseline")
      ->capture_default_str();
  app.add_option("--json", options.json, "file for all measurements");
  const std::map<std::string, Part> parts = {
      {"setup", Part::setup}, {"iteration", Part::iteration}, {"row", Part::row}};
  std::optional<Part> part;
  app.add_option("--repeat", part,
                 "only repeat the set-up, an iteration or a row of metrics of one case on one beam until "
                 "stopped, for a profiler")
      ->transform(CLI::CheckedTransformer(parts));
  app.add_flag("--large", options.large, "also measure baselines that take minutes: newton on L, all on X");
  app.add_flag("--list", lists, "only print the names of all cases, their solvers and their beams, as JSON");
  app.add_option("--contact-mesh", contact,
                 "only write the surface of the rows of contact on the first beam");
  app.add_flag("--check", check, "only compare objectives with known ones; exit code 1 if one differs");
  CLI11_PARSE(app, argc, argv);
  if (check) return check_physics() ? 0 : 1;

  if (lists) {
    fmt::print("{}\n", list_of_cases().dump(1));
    return 0;
  }

  if (part) repeat(options, *part);
  const auto write = [](const std::string& name, const Json& file) {
    if (!(std::ofstream(name) << file.dump(1) << std::endl)) throw std::runtime_error("cannot write " + name);
  };
  if (!contact.empty()) {
    write(contact, contact_mesh(*std::ranges::find(beams(), options.beams.front(), &Beam::name)));
    return 0;
  }
  Json file = build_entries();
  file["rows"] = benchmark(options);
  if (!options.json.empty()) write(options.json, file);
  return 0;
}

}  // namespace

}  // namespace simbench::benchmarks

int main(int argc, char** argv) {
  try {
    return simbench::benchmarks::run(argc, argv);
  } catch (const std::exception& error) {
    fmt::print(stderr, "error: {}\n", error.what());
    return 1;
  }
}

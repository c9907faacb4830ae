#include <fmt/format.h>
#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <atomic>
#include <set>

#include "base/own_program.h"
#include "config/reader.h"
#include "deformable/trial/deformable_scene.h"
#include "harness/solver_files.h"
#include "interruptible.h"
#include "python_solver.h"
#include "python_term.h"
#include "scene.h"
#include "simbench/experiments.h"
#include "simbench/planned_run.h"
#include "simbench/program.h"
#include "simbench/start_from.h"
#include "solver_call.h"

namespace simbench::python {

namespace nb = nanobind;

namespace {

using SolverName = std::variant<std::string, std::shared_ptr<PythonSolver>>;

// One command at a time: signals, and the number of threads, belong to the process.
class OnlyOne {
 public:
  OnlyOne() {
    if (is_busy_.exchange(true))
      throw Error(ExitCode::locked, "this process does another run already; simbench does one at a time");
  }
  ~OnlyOne() { is_busy_ = false; }
  OnlyOne(const OnlyOne&) = delete;
  OnlyOne& operator=(const OnlyOne&) = delete;

 private:
  static inline std::atomic<bool> is_busy_ = false;
};

RunOptions options_from(const std::string& text) {
  RunOptions options;
  config::read(config::Document::parse(text, "options"),
               [&](config::Fields& fields) { options.describe(fields); });
  return options;
}

// The name of the run and of its folder. The settings in which solvers of one name differ are a part of it.
std::string label_of(const PythonSolver& solver, const std::vector<SolverName>& solvers) {
  SolverChoice choice{.text = {}, .name = solver.name, .settings = {}};
  for (const auto& [key, value] : solver.settings.items()) {
    const auto differs = [&](const SolverName& other) {
      const auto* own = std::get_if<std::shared_ptr<PythonSolver>>(&other);
      return own && (*own)->name == solver.name && (*own)->settings.value(key, value) != value;
    };
    if (key == "source" || key == "source_sha256" || std::ranges::none_of(solvers, differs)) continue;
    choice.settings.emplace_back(key, value.is_string() ? value.get<std::string>() : value.dump());
  }
  return choice.label();
}

std::vector<PlannedRun> planned_runs(const Scene& scene, const std::vector<SolverName>& solvers,
                                     const RunOptions& options, const std::filesystem::path& output) {
  refuse_contradictions(options, scene.file);
  std::vector<PlannedRun> planned;
  std::set<std::string> labels;
  SolverFiles files;
  const auto plan = [&](const std::string& label, Experiment experiment) {
    if (labels.insert(label).second)
      planned.push_back({label, std::move(experiment), output / label});
    else
      throw Error(ExitCode::usage, "two solvers have the name '" + label + "'; rename one of them");
  };
  SharedObjects shared;
  for (const SolverName& solver : solvers) {
    if (const auto* text = std::get_if<std::string>(&solver)) {
      const std::vector<SolverChoice> choices = parse_solver_choices({*text}, files);  // loads them
      const SceneFile file =
          text->find(".py") == std::string::npos
              ? scene.file
              : read_scene_file(scene.document, {}, {}, shared);  // which has these solvers
      for (const SolverChoice& choice : choices) {
        for (auto& [label, experiment] :
             experiments_of(choice, scene.name, scene.document, file, options, shared))
          plan(label, std::move(experiment));
      }
      continue;
    }
    const auto& own = std::get<std::shared_ptr<PythonSolver>>(solver);
    Experiment experiment{scene.name, scene.file, own->name, options};
    auto* const deformable = experiment.scene.as<DeformableScene>();
    if (!deformable) throw Error(ExitCode::usage, own->name + ": only deformable scenes take Python solvers");
    if (find_solver(own->name))
      throw Error(ExitCode::usage, "simbench has a solver '" + own->name + "'; give yours another name");
    deformable->add(own);
    if (const Declines reason = experiment.scene->declines(own->name, options.precision))
      throw Error(ExitCode::usage, own->name + " declines: " + *reason);
    plan(label_of(*own, solvers), std::move(experiment));
  }
  if (planned.empty()) throw Error(ExitCode::usage, "run() needs at least one solver");
  return planned;
}

void require_between(const char* name, int value, int least, int most) {
  if (value < least || value > most)
    throw Error(ExitCode::usage,
                fmt::format("{}: expected an integer from {} to {}; found {}", name, least, most, value));
}

// Returns the label and the folder of each run.
std::vector<std::pair<std::string, std::string>> run(const Scene& scene,
                                                     const std::vector<SolverName>& solvers,
                                                     const std::string& options, const std::string& output,
                                                     int threads, int repeat, bool replace) {
  const OnlyOne only_one;
  require_between("threads", threads, 1, 1024);
  require_between("repeat", repeat, 1, 1000);
  const CommandExecution execution{.settings = {.threads = threads, .repeat = repeat},
                                   .replace = replace ? Replace::any_run : Replace::same_run,
                                   .quiet = true};
  std::vector<std::pair<std::string, std::string>> done;  // without runs that a signal prevented
  do_interruptibly([&] {
    std::vector<PlannedRun> planned = planned_runs(scene, solvers, options_from(options), output);
    execute_all(planned, execution);
    for (const PlannedRun& one : planned) {
      if (!one.done.result.records.empty()) done.emplace_back(one.label, one.folder.string());
    }
  });
  return done;
}

// The program with these arguments; the first one is its name.
int program(std::vector<std::string> arguments) {
  const OnlyOne only_one;
  const LongComputing computing;
  const EndsOnlyItsRun ends_only_its_run;
  std::vector<char*> texts;
  for (std::string& argument : arguments) texts.push_back(argument.data());
  texts.push_back(nullptr);
  const nb::gil_scoped_release released;
  return run_program(static_cast<int>(arguments.size()), texts.data());
}

// Each function is called with a path; they return a PythonSolver and a PythonTerm.
void set_loaders(nb::object load_solver, nb::object load_term) {
  const auto loaders = std::make_shared<std::pair<KeptObject, KeptObject>>(
      std::piecewise_construct, std::forward_as_tuple(std::move(load_solver)),
      std::forward_as_tuple(std::move(load_term)));
  set_solver_file_loader([loaders](const std::filesystem::path& path, FileOf what) {
    const nb::gil_scoped_acquire locked;
    return call_solver(path.string(), false, [&]() -> std::string {
      if (what == FileOf::term) {
        const auto term = nb::cast<std::shared_ptr<PythonTerm>>(loaders->second.get()(path.string()));
        register_external_term(term);
        return term->name;
      }
      const auto solver = nb::cast<std::shared_ptr<PythonSolver>>(loaders->first.get()(path.string()));
      register_external_solver(solver);
      return solver->name;
    });
  });
}

}  // namespace

void bind_run(nb::module_& module) {
  module.def("run", run, nb::arg("scene"), nb::arg("solvers"), nb::arg("options_json"), nb::arg("output"),
             nb::arg("threads"), nb::arg("repeat"), nb::arg("replace"));
  module.def("program", program, nb::arg("arguments"));
  module.def(
      "set_program", [](const std::string& file) { set_own_program(file); }, nb::arg("file"));
  module.def("set_loaders", set_loaders, nb::arg("load_solver"), nb::arg("load_term"));
  module.def(
      "checkpoint_of", [](const std::string& run) { return StartFrom::parse(run).checkpoint.string(); },
      nb::arg("run"));
  module.def("end_computations", &Computing::end);
  module.def("is_computing", [] { return Computing::count() > 0; });
}

}  // namespace simbench::python

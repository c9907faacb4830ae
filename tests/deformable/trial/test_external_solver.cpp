// Solvers that are not compiled into the program are solvers like all others.
#include <catch2/catch.hpp>

#include "deformable/solvers/external.h"
#include "results/table.h"
#include "tests/deformable/scene/small_scene.h"

using namespace simbench;
using namespace simbench::test;
using Catch::Matchers::Contains;
using nlohmann::ordered_json;

namespace {

const std::vector<Column> damping_column = {{"damping", "1", "factor of the step"}};

// Projective Dynamics of the program, which also reports a setting as a column.
class Wrapped final : public Solver<double> {
 public:
  explicit Wrapped(double damping)
      : damping_(damping),
        inner_(find_solver("pd")->make(*find_solver("pd")->default_settings(), Precision::double_precision)) {
  }
  std::optional<Failure> begin_step(const IncrementalPotential<double>& problem) override {
    return inner_->begin_step(problem);
  }
  IterationReport iterate() override {
    IterationReport report = inner_->iterate();
    report.diagnostics.set("damping", damping_);
    return report;
  }
  const Positions<double>& positions() const override { return inner_->positions(); }
  std::span<const Column> own_columns() const override { return damping_column; }

 private:
  double damping_;
  std::unique_ptr<Solver<double>> inner_;
};

class Outside final : public ExternalSolver {
 public:
  explicit Outside(std::string hash, std::string file = "/a/mine.py", std::string own_name = "mine") {
    name = std::move(own_name);
    summary = "a test";
    settings = {{"damping", 0.5}, {"source", std::move(file)}, {"source_sha256", std::move(hash)}};
    columns = damping_column;
  }
  std::unique_ptr<Solver<double>> make(const ordered_json& values) const override {
    return std::make_unique<Wrapped>(values["damping"].get<double>());
  }
  Declines declines(const Potentials<double>& potentials, const ordered_json&) const override {
    if (potentials.front()->law() == "strain") return {};
    return "it takes strain only";
  }
};

SceneFile scene_with(const Outside& solver) {
  SceneFile file = small_file({twist});
  file.as<DeformableScene>()->add(std::make_shared<Outside>(solver));
  return file;
}

Experiment experiment_with(const Outside& solver) {
  return {"small.json", scene_with(solver), solver.name, {}};
}

}  // namespace

TEST_CASE("An external solver has the numbers of the same solver in the program, and a column of its own") {
  const RunResult ours = result_of(small_experiment("pd", {twist}));
  const Experiment experiment = experiment_with(Outside("abc"));
  const RunResult theirs = result_of(experiment);
  REQUIRE(theirs.records.size() == ours.records.size());
  CHECK(theirs.columns.list.back().name == "damping");
  CHECK_FALSE(theirs.records.front().values.back().has_value());
  for (std::size_t i = 0; i < ours.records.size(); ++i) {
    const auto& values = theirs.records[i].values;
    CHECK(std::vector(values.begin(), values.end() - 1) == ours.records[i].values);
    if (i > 0) CHECK(values.back() == 0.5);
  }
  CHECK(theirs.manifest_entries["columns"]["damping"]["meaning"] == "factor of the step");
  CHECK_THAT(
      iterations_csv(theirs),
      Contains(",projected_elements,indefinite_elements,distance_to_minimum,largest_penetration,damping\n"));
}

TEST_CASE("The id of a run depends on an external solver's source and settings, not on its place") {
  const std::string id = experiment_with(Outside("abc")).run_id();
  CHECK(experiment_with(Outside("abc", "/b/moved.py")).run_id() == id);
  CHECK(experiment_with(Outside("abd")).run_id() != id);
  Outside damped("abc");
  damped.settings["damping"] = 0.25;
  CHECK(experiment_with(damped).run_id() != id);
}

TEST_CASE("Settings of external solvers are read strictly") {
  register_external_solver(std::make_shared<Outside>("abc"));
  const auto settings = [](const std::vector<std::string>& overrides) {
    return resolved_with(small_file(overrides), "mine")["solvers"]["mine"];
  };
  CHECK(settings({"solvers.mine.damping=2"}).dump() ==
        R"({"damping":2,"source":"/a/mine.py","source_sha256":"abc"})");
  CHECK_THAT(error_text(ExitCode::usage, [&] { settings({"solvers.mine.dampin=2"}); }),
             Contains("/solvers/mine/dampin: mine has no setting 'dampin'; did you mean 'damping'?"));
  CHECK_THAT(error_text(ExitCode::usage, [&] { settings({"solvers.mine.source_sha256=abd"}); }),
             Contains("mine has changed: its source has another hash"));
}

TEST_CASE("An external solver can decline, has no single precision, and only `every` contains it") {
  register_external_solver(std::make_shared<Outside>("abc"));
  const SceneFile file = small_file();
  const auto has_mine = [](const std::vector<std::string_view>& names) {
    return std::ranges::count(names, "mine") == 1;
  };
  CHECK(has_mine(file->candidates()));
  CHECK_FALSE(has_mine(file->usual_candidates()));
  CHECK_FALSE(file->declines("mine", Precision::double_precision));
  CHECK_THAT(*file->declines("mine", Precision::single_precision), Contains("double precision only"));
  const SceneFile other =
      small_file({R"(material={"model": "neo_hookean", "youngs_modulus": 1e6, "poisson_ratio": 0.3})"});
  CHECK(other->declines("mine", Precision::double_precision) == "it takes strain only");
}

TEST_CASE("No external solver takes the name of one of the program") {
  CHECK_THAT(error_text(ExitCode::usage,
                        [] { register_external_solver(std::make_shared<Outside>("abc", "/a/pd.py", "pd")); }),
             Contains("a solver of simbench has the name 'pd'"));
}

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <set>

#include "sweep/plan.h"
#include "tests/deformable/scene/small_scene.h"
#include "tests/support/variable.h"

using namespace simbench;
using namespace simbench::test;
using Catch::Contains;
using Json = nlohmann::ordered_json;

namespace {

config::Document small_document(const char* scene = small_beam) {
  return config::Document::parse(scene, "small.json");
}

// A plan for the small beam with these members in addition to the scene's name.
Plan plan_of(const std::string& members, const char* scene = small_beam) {
  const std::string text = R"({"scene": "small.json", )" + members + "}";
  return Plan::read(config::Document::parse(text, "plan.json"), small_document(scene));
}

std::string plan_error(const std::string& members) {
  return error_text(ExitCode::usage, [&] { plan_of(members).runs(); });
}

// "qn 0.01 1000000" for each run.
std::vector<std::string> lines(const std::vector<SweepRun>& runs) {
  std::vector<std::string> result;
  for (const SweepRun& run : runs) {
    std::string line = run.solver();
    for (const auto& [path, value] : run.coordinates) line += " " + value.dump();
    result.push_back(line);
  }
  return result;
}

std::vector<std::string> sorted_ids(const Plan& plan) {
  std::vector<std::string> ids;
  for (const SweepRun& run : plan.runs()) ids.push_back(run.id);
  std::sort(ids.begin(), ids.end());
  return ids;
}

std::string only_id(const std::string& members, const char* scene = small_beam) {
  const std::vector<SweepRun> runs = plan_of(members, scene).runs();
  REQUIRE(runs.size() == 1);
  return runs[0].id;
}

const std::string two_by_two = R"("axes": [
    {"path": "step.time_step", "values": [0.01, 0.02]},
    {"path": "material.stiffness", "values": [1e5, 1e6]}], )";

}  // namespace

// --- Expansion

TEST_CASE("The last axis varies fastest, and each combination has the solvers in the plan's order") {
  const Plan plan = plan_of(two_by_two + R"("solvers": ["qn", "pbd"])");
  CHECK(lines(plan.runs()) == std::vector<std::string>{"qn 0.01 100000.0", "pbd 0.01 100000.0",
                                                       "qn 0.01 1000000.0", "pbd 0.01 1000000.0",
                                                       "qn 0.02 100000.0", "pbd 0.02 100000.0",
                                                       "qn 0.02 1000000.0", "pbd 0.02 1000000.0"});
  for (const SweepRun& run : plan.runs()) {
    CHECK(run.coordinates[0].first == "step.time_step");
    CHECK(run.experiment.scene_json()["step"]["time_step"] == run.coordinates[0].second);
    CHECK(run.experiment.scene_json()["material"]["stiffness"] == run.coordinates[1].second);
    CHECK(run.experiment.scene_json()["step"]["iterations"] == 20);
    CHECK(run.experiment.scene_file == "small.json");
    CHECK(run.id == run.experiment.run_id());
    CHECK(run.declined.empty());
  }
}

TEST_CASE("A plan without axes has one run per solver") {
  CHECK(lines(plan_of(R"("axes": [], "solvers": ["newton", "qn"])").runs()) ==
        std::vector<std::string>{"newton", "qn"});
}

TEST_CASE("An axis of one solver multiplies only that solver's runs, and is null for the others") {
  const std::vector<SweepRun> runs = plan_of(R"("axes": [
      {"path": "step.time_step", "values": [0.01, 0.02]},
      {"path": "solvers.admm.weight_factor", "values": [0.5, 1, 2]}], "solvers": ["qn", "admm"])")
                                         .runs();
  CHECK(lines(runs) == std::vector<std::string>{"qn 0.01 null", "admm 0.01 0.5", "admm 0.01 1", "admm 0.01 2",
                                                "qn 0.02 null", "admm 0.02 0.5", "admm 0.02 1",
                                                "admm 0.02 2"});
  for (const SweepRun& run : runs) {
    const Json scene = run.experiment.scene_json();
    if (run.solver() == "admm") {
      CHECK(scene["solvers"]["admm"]["weight_factor"] == run.coordinates[1].second);
    } else {
      CHECK(scene["solvers"].dump().find("admm") == std::string::npos);
    }
  }
}

TEST_CASE("Axes of several solvers do not multiply each other") {
  const Plan plan = plan_of(R"("axes": [{"path": "solvers.admm.weight_factor", "values": [1, 2, 3]},
    {"path": "solvers.qn.history", "values": [2, 5, 7, 10]}], "solvers": ["pd", "qn", "admm"])");
  CHECK(plan.combination_count() == 1 + 4 + 3);
  CHECK(lines(plan.runs()) == std::vector<std::string>{"pd null null", "qn null 2", "admm 1 null",
                                                       "qn null 5", "qn null 7", "qn null 10", "admm 2 null",
                                                       "admm 3 null"});
}

TEST_CASE("An axis applies to one solver only, even if another solver's name begins with the same letters") {
  const std::vector<SweepRun> runs = plan_of(R"("axes": [
      {"path": "solvers.xpbd.form", "values": ["split", "combined"]}], "solvers": ["pbd", "xpbd"])")
                                         .runs();
  std::map<std::string, int> count;
  for (const SweepRun& run : runs) ++count[run.solver()];
  CHECK(count == std::map<std::string, int>{{"pbd", 1}, {"xpbd", 2}});
}

TEST_CASE("Powers of ten in a range are exactly the numbers 1eN") {
  int checked = 0;
  std::string wrong;
  for (int from = -15; from <= 15; ++from) {
    for (int to = from + 1; to <= 15; ++to) {
      const std::string range =
          fmt::format(R"({{"from": 1e{}, "to": 1e{}, "count": {}}})", from, to, to - from + 1);
      const Plan plan = plan_of(R"("axes": [{"path": "material.stiffness", "range": )" + range +
                                R"(}], "solvers": ["qn"])");
      const std::vector<Json>& values = plan.axes.at(0).values;
      REQUIRE(values.size() == static_cast<std::size_t>(to - from + 1));
      for (int exponent = from; exponent <= to; ++exponent) {
        const auto value = values[static_cast<std::size_t>(exponent - from)].get<double>();
        if (value != std::strtod(fmt::format("1e{}", exponent).c_str(), nullptr))
          wrong += fmt::format("{}: {} is not 1e{}\n", range, value, exponent);
        ++checked;
      }
    }
  }
  CHECK(checked > 5000);
  CHECK(wrong.empty());
  if (!wrong.empty()) WARN(wrong.substr(0, 500));
}

TEST_CASE("A range may go down, includes both ends, and has constant ratios") {
  const Plan plan = plan_of(R"("axes": [
      {"path": "material.stiffness", "range": {"from": 7e8, "to": 0.3, "count": 30}},
      {"path": "step.time_step", "range": {"from": 0.3, "to": 5, "count": 1}}], "solvers": ["qn"])");
  const std::vector<Json>& values = plan.axes[0].values;
  REQUIRE(values.size() == 30);
  CHECK(values.front() == 7e8);
  CHECK(values.back() == 0.3);
  const double ratio = std::pow(0.3 / 7e8, 1.0 / 29);
  for (std::size_t i = 1; i < values.size(); ++i) {
    CHECK(values[i].get<double>() / values[i - 1].get<double>() == Approx(ratio).epsilon(1e-13));
  }
  CHECK(plan.axes[1].values == std::vector<Json>{0.3});
}

TEST_CASE("set is for all runs, and overrides replace its values in the runs that they select") {
  const std::vector<SweepRun> runs = plan_of(two_by_two + R"(
      "solvers": ["qn", "admm"],
      "set": {"density": 500, "solvers.admm.weight_factor": 2},
      "overrides": [
        {"where": {"solver": "admm", "material.stiffness": 1e6, "step.time_step": [0.02, 0.01]},
         "set": {"solvers.admm.weight_factor": 0.25, "density": 7}},
        {"where": {"step.time_step": 0.02}, "set": {"density": 8, "precision": "single"}}])")
                                         .runs();
  REQUIRE(runs.size() == 8);
  for (const SweepRun& run : runs) {
    const Json scene = run.experiment.scene_json();
    const bool stiff = run.coordinates[1].second == 1e6, late = run.coordinates[0].second == 0.02;
    const bool admm = run.solver() == "admm";
    CHECK(scene["step"]["time_step"] == (late ? 0.02 : 0.01));
    CHECK(scene["density"] == (late ? 8 : admm && stiff ? 7 : 500));  // the later override wins
    if (admm) CHECK(scene["solvers"]["admm"]["weight_factor"] == (stiff ? 0.25 : 2.0));
    CHECK((run.experiment.options.precision == Precision::single_precision) == late);
  }
}

TEST_CASE("Precision is an axis") {
  const std::vector<SweepRun> runs =
      plan_of(
          R"("axes": [{"path": "precision", "values": ["single", "double"]}], "solvers": ["pd"],
              "options": {"precision": "single"})")
          .runs();
  REQUIRE(runs.size() == 2);
  CHECK(runs[0].experiment.options.precision == Precision::single_precision);
  CHECK(runs[1].experiment.options.precision == Precision::double_precision);
  CHECK(runs[0].id != runs[1].id);
}

TEST_CASE("An exclusion removes runs that meet all its members, and a list matches any of its values") {
  const std::string solvers = R"("solvers": ["qn", "pbd", "pd"], "exclude": )";
  CHECK(lines(plan_of(two_by_two + solvers +
                      R"([{"solver": ["pbd", "pd"], "material.stiffness": 1000000},
                          {"solver": "qn", "step.time_step": [0.01, 0.02], "material.stiffness": 1e5},
                          {"step.time_step": 2e-2, "solver": "pd"}])")
                  .runs()) == std::vector<std::string>{"pbd 0.01 100000.0", "pd 0.01 100000.0",
                                                       "qn 0.01 1000000.0", "pbd 0.02 100000.0",
                                                       "qn 0.02 1000000.0"});
}

TEST_CASE("A value of an axis that is a list is excluded as a list in a list") {
  const std::string axes = R"("axes": [{"path": "body.beam.cells", "values": [[4, 1, 1], [2, 1, 1]]}],
      "solvers": ["qn"], "exclude": [{"body.beam.cells": )";
  const std::vector<SweepRun> runs = plan_of(axes + "[[4, 1, 1]]}]").runs();
  REQUIRE(runs.size() == 1);
  CHECK(runs[0].experiment.scene_json()["body"]["beam"]["cells"] == Json({2, 1, 1}));
}

TEST_CASE("Equal runs occur once, in the first of their places") {
  CHECK(lines(plan_of(R"("axes": [{"path": "step.time_step", "values": [0.02, 0.01, 2e-2, 0.020]}],
      "solvers": ["qn", "qn", "pd"])")
                  .runs()) == std::vector<std::string>{"qn 0.02", "pd 0.02", "qn 0.01", "pd 0.01"});
  // The axis of solvers.admm.weight_factor gives the default twice.
  CHECK(lines(plan_of(R"("axes": [{"path": "solvers.admm.weight_factor", "values": [1, 1.0]}],
      "solvers": ["admm"], "overrides": [{"where": {"solver": "admm"}, "set": {"density": 1000}}])")
                  .runs())
            .size() == 1);
}

TEST_CASE("A solver that declines the scene has a run that says why") {
  const std::vector<SweepRun> runs = plan_of(R"("axes": [], "solvers": ["pd", "qn"], "set": {"material":
          {"model": "stable_neo_hookean", "youngs_modulus": 1e5, "poisson_ratio": 0.3}})")
                                         .runs();
  REQUIRE(runs.size() == 2);
  CHECK_THAT(runs[0].declined, Contains("stable_neo_hookean"));
  CHECK(runs[1].declined.empty());
}

// --- Ids

TEST_CASE("Ids do not depend on the order of axes, values, solvers or members, nor on descriptions") {
  const Plan plan = plan_of(two_by_two + R"("solvers": ["qn", "admm"])");
  const Plan turned = plan_of(R"("description": "other words", "solvers": ["admm", "qn"], "axes": [
      {"values": [1e6, 100000], "path": "material.stiffness"},
      {"path": "step.time_step", "values": [2e-2, 1e-2]}], "set": {"description": "more words"})");
  CHECK(sorted_ids(plan) == sorted_ids(turned));
  const std::vector<std::string> ids = sorted_ids(plan);
  CHECK(std::set<std::string>(ids.begin(), ids.end()).size() == 8);
  for (const std::string& id : ids) {
    CHECK(id.size() == 16);
    CHECK(id.find_first_not_of("0123456789abcdef") == std::string::npos);
  }
}

TEST_CASE("A value means the same whether it comes from the scene, set, an axis or an override") {
  const std::string solver = R"("solvers": ["qn"])";
  const std::string id = only_id(R"("axes": [{"path": "density", "values": [750]}], )" + solver);
  CHECK(only_id(R"("axes": [], "set": {"density": 750}, )" + solver) == id);
  CHECK(only_id(R"("axes": [], "overrides": [{"where": {}, "set": {"density": 7.5e2}}], )" + solver) == id);
  std::string scene = small_beam;
  scene.replace(scene.find("1000"), 4, "750");
  CHECK(only_id(R"("axes": [], )" + solver, scene.c_str()) == id);
}

TEST_CASE("Every change that affects a number changes the id") {
  const std::string start = R"("axes": [], "solvers": [)";
  std::set<std::string> ids = {only_id(start + R"("admm"])")};
  const std::vector<std::string> changes = {
      R"("admm"], "set": {"density": 1000.0000000000001})",
      R"("admm"], "set": {"material.stiffness": 1000001})",
      R"("admm"], "set": {"material":
          {"model": "stable_neo_hookean", "youngs_modulus": 1e6, "poisson_ratio": 0.3}})",
      R"("admm"], "set": {"step.time_step": 0.011})",
      R"("admm"], "set": {"step.iterations": 21})",
      R"("admm"], "set": {"step.steps": 2})",
      R"("admm"], "set": {"body.beam.cells": [4, 1, 2]})",
      R"("admm"], "set": {"body.beam.split": "six"})",
      R"("admm"], "set": {"gravity": [0, 0, -9.81]})",
      R"("admm"], "set": {"initial_velocity": [0, 0, 1e-9]})",
      R"("admm"], "set": {"solvers.admm.weight_factor": 0.5})",
      R"("admm"], "options": {"record_every": 2})",
      R"("admm"], "options": {"precision": "single"})",
      R"("admm"], "options": {"reference": "none"})",
      R"("admm"], "options": {"until_relative_error": 1e-3})",
      R"("pd"])",
      R"("qn"])",
  };
  for (const std::string& change : changes) {
    INFO(change);
    CHECK(ids.insert(only_id(start + change)).second);
  }
  // Settings of solvers that do not run do not change ids.
  CHECK(ids.count(only_id(start + R"("admm"], "set": {"solvers.qn.history": 2})")) == 1);
}

// --- Errors

TEST_CASE("The error for an invalid plan gives the place and what is allowed") {
  const std::string axis = R"("axes": [{"path": "density", )";
  const std::string solver = R"(], "solvers": ["qn"])";
  const std::string none = R"("axes": [], )";
  const std::string thousand = R"("range": {"from": 1, "to": 2, "count": 1000})";
  const std::vector<std::tuple<std::string, std::vector<std::string>>> cases = {
      {axis + R"("values": []})" + solver, {"plan.json:1:", "/axes/0", "values", "at least one"}},
      {R"("axes": [{"path": "description", "values": ["a", "b"]}], "solvers": ["qn"])",
       {"/axes/0", "changes no run"}},
      {R"("axes": [{"path": "body.mesh.file", "values": ["=1+1.msh"]}], "solvers": ["qn"])",
       {"/axes/0", "spreadsheets"}},
      {axis + R"("values": {"a": 1}})" + solver, {"/axes/0", "values"}},
      {R"("axes": [{"path": "density"})" + solver, {"/axes/0", "values or a range"}},
      {axis + R"("values": [1], "range": {"from": 1, "to": 2, "count": 2}})" + solver, {"not both"}},
      {axis + R"("range": {"from": 0, "to": 2, "count": 2}})" + solver,
       {"/axes/0/range/from", "greater than 0"}},
      {axis + R"("range": {"from": 1, "to": 2, "count": 0}})" + solver, {"/axes/0/range/count"}},
      {axis + R"("range": {"from": 1, "to": 2, "count": 1000000000}})" + solver, {"/axes/0/range/count"}},
      {axis + R"("value": [1]})" + solver, {"/axes/0/value", "did you mean 'values'?"}},
      {R"("axes": [{"values": [1]})" + solver, {"/axes/0/path", "missing"}},
      {R"("axes": [{"path": "materal.stiffness", "values": [1]})" + solver, {"did you mean 'material'?"}},
      {R"("axes": [{"path": "material.stifness", "values": [1]})" + solver, {"did you mean 'stiffness'?"}},
      {R"("axes": [{"path": "solvers.admn.weight", "values": [1]})" + solver, {"did you mean 'admm'?"}},
      {R"("axes": [{"path": "", "values": [1]})" + solver, {"empty"}},
      {axis + R"("values": [1, -5]})" + solver, {"/density", "-5 is out of range"}},
      {axis + R"("values": [1, true]})" + solver, {"/density", "expected a number"}},
      {R"("axes": [{"path": "precision", "values": ["half"]})" + solver,
       {"/axes/0", "half", "double, single"}},
      {axis + R"("values": ["1e3"]})" + solver, {"/density"}},
      {axis + R"("values": [null]})" + solver, {"/axes/0"}},
      {axis + R"("values": [1, 2]}, {"path": "density", "values": [3]})" + solver, {"density", "/axes/1"}},
      {axis + thousand + R"(}, {"path": "material.stiffness", )" + thousand +
           R"(}, {"path": "step.time_step", )" + thousand + "}" + solver,
       {"/axes", "1e+09", "1e+06"}},  // before any run is made
      {R"("axes": {}, "solvers": ["qn"])", {"/axes"}},
      {R"("solvers": ["qn"])", {"missing required key 'axes'"}},
      {none + R"("solvers": [])", {"/solvers", "at least one"}},
      {none + R"("solvers": ["qm"])", {"/solvers", "qm", "did you mean 'qn'?"}},
      {R"("axes": [])", {"missing required key 'solvers'"}},
      {none + R"("solvers": ["qn"], "colour": 1)", {"/colour", "unknown key 'colour'"}},
      {none + R"("solvers": ["qn"], "set": {"densiti": 1})", {"did you mean 'density'?"}},
      {none + R"("solvers": ["qn"], "options": {"record_every": 0})", {"/options/record_every"}},
      {none + R"("solvers": ["qn"], "exclude": [{"density": 1}])", {"/exclude/0", "'density' is no axis"}},
      {two_by_two + R"("solvers": ["qn"], "exclude": [{}, {"step.timestep": 1}])",
       {"/exclude/1", "did you mean 'step.time_step'?"}},
      {two_by_two + R"("solvers": ["qn"], "exclude": [{"step.time_step": 0.03}])", {"/exclude/0", "0.03"}},
      {two_by_two + R"("solvers": ["qn"], "exclude": [{"step.time_step": [0.01, 7]}])", {"/exclude/0", "7"}},
      {two_by_two + R"("solvers": ["qn"], "exclude": [{"solver": "pd"}])", {"/exclude/0", "\"pd\""}},
      {two_by_two + R"("solvers": ["qn"], "exclude": [{"solver": "qn"}])", {"excludes every run"}},
      {none + R"("solvers": ["qn"], "overrides": [{"where": {}}])",
       {"/overrides/0/set", "missing required key"}},
      {none + R"("solvers": ["qn"], "overrides": [{"where": {"density": 1}, "set": {}}])",
       {"/overrides/0", "'density' is no axis"}},
      {none + R"("solvers": ["qn"], "overrides": [{"where": {}, "set": {"density": -1}}])", {"/density"}},
  };
  for (const auto& [members, parts] : cases) {
    INFO(members);
    const std::string message = plan_error(members);
    CHECK(message != "no error");
    for (const std::string& part : parts) CHECK_THAT(message, Contains(part));
  }
}

TEST_CASE("Members that are not lists are refused and do not crash the program", "[sweep]") {
  for (const std::string member : {"exclude", "overrides"}) {
    for (const std::string value : {"3", "\"text\"", "true", R"({"solver": "qn"})"}) {
      const std::string members = R"("axes": [], "solvers": ["qn"], ")" + member + "\": " + value;
      INFO(members);
      std::string message;
      CHECK_NOTHROW(message = plan_error(members));
      CHECK_THAT(message, Contains("/" + member) && Contains("list"));
    }
  }
}

TEST_CASE("Paths overlap if they name the same member or a part of it") {
  CHECK(overlap("material", "material"));
  CHECK(overlap("material.stiffness", "material"));
  CHECK(overlap("material", "material.stiffness"));
  CHECK_FALSE(overlap("material", "materials"));
  CHECK_FALSE(overlap("solvers.pd.form", "solvers.pbd.form"));
}

namespace {

std::filesystem::path scene_file(const std::string& name) {
  for (const SceneKind& kind : scene_kinds()) {
    const std::filesystem::path folder = SIMBENCH_SOURCE_DIR "/scenes";
    if (exists(folder / kind.name / name)) return folder / kind.name / name;
  }
  FAIL("no such scene: " << name);
  return {};
}

}  // namespace

TEST_CASE("The plans of the project can be read and have descriptions") {
  int count = 0;
  const Variable program("SIMBENCH_TETMESH", SIMBENCH_BINARY_DIR "/simbench-tetmesh");
  const bool has_tetgen = std::filesystem::exists(SIMBENCH_BINARY_DIR "/simbench-tetmesh");
  std::vector<std::filesystem::path> files;
  for (const char* folder : {"/scenes/sweeps", "/studies/thesis/plans", "/studies/rigid/plans"}) {
    for (const auto& entry : std::filesystem::directory_iterator(std::string(SIMBENCH_SOURCE_DIR) + folder)) {
      if (entry.path().filename() != "plan.schema.json") files.push_back(entry.path());
    }
  }
  for (const std::filesystem::path& file : files) {
    INFO(file.string());
    const config::Document document = config::Document::read(file);
    const std::string scene = document.root().at("scene");
    const Plan plan = Plan::read(document, config::Document::read(scene_file(scene)));
    CHECK_FALSE(plan.description.empty());
    std::size_t most = plan.solvers.size();
    for (const Axis& axis : plan.axes) most *= axis.values.size();
    const bool needs_tuning = plan.json.dump().find("\"tuned\"") != std::string::npos;
    const nlohmann::ordered_json& root = plan.scene.root();
    const bool needs_tetgen = root.contains("body") && root.at("body").contains("tetgen");
    if (!needs_tuning && (has_tetgen || !needs_tetgen)) CHECK(plan.runs().size() <= most);
    ++count;
  }
  CHECK(count >= 100);
}

TEST_CASE("The thesis's grid has 4 time steps, 8 stiffnesses and 5 solvers") {
  const Plan plan =
      Plan::read(config::Document::read(SIMBENCH_SOURCE_DIR "/studies/thesis/plans/thesis_untwist.json"),
                 config::Document::read(SIMBENCH_SOURCE_DIR "/scenes/deformable/beam_untwist.json"));
  CHECK(plan.runs().size() == 160);
  CHECK(plan.axes[1].values == std::vector<Json>{1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12});
}

#include <catch2/catch.hpp>
#include <map>
#include <set>

#include "base/units.h"
#include "config/writer.h"
#include "deformable/trial/metrics.h"
#include "sweep/plan.h"
#include "tests/deformable/scene/small_scene.h"

using namespace simbench;
using namespace simbench::test;
using Catch::Contains;

namespace {

std::vector<SweepRun> collapsed(const std::string& members) {
  const std::string text = R"({"scene": "small.json", "collapse": true, )" + members + "}";
  return Plan::read(config::Document::parse(text, "plan.json"),
                    config::Document::parse(small_beam, "small.json"))
      .runs();
}

// The error for a plan of the small beam with these values. The ratio of its two time steps is not a power of
// two.
std::string refusal(const std::string& set, const std::string& more = "") {
  return error_text(ExitCode::usage, [&] {
    collapsed(
        R"("axes": [{"path": "step.time_step", "values": [0.01, 0.1]}],
            "solvers": ["qn", "admm"], "set": {)" +
        set + "}" + more);
  });
}

const std::string held = R"("anchors.groups": [{"vertices": {"select": "x_min"})";

}  // namespace

TEST_CASE("The thesis's 32 settings are 14 problems, and the first run of each is computed") {
  const std::vector<SweepRun> runs = collapsed(R"("axes": [
      {"path": "step.time_step", "values": [1e-1, 1e-2, 1e-3, 1e-4]},
      {"path": "material.stiffness", "range": {"from": 1e5, "to": 1e12, "count": 8}}],
      "solvers": ["pbd", "xpbd", "pd", "admm", "qn", "newton"])");
  REQUIRE(runs.size() == 6 * 32);
  std::map<std::string, const SweepRun*> computed;
  std::map<std::string, int> count;
  for (const SweepRun& run : runs) {
    if (run.source.empty()) {
      computed[run.id] = &run;
      ++count[run.solver()];
      continue;
    }
    REQUIRE(computed.contains(run.source));
    const SweepRun& source = *computed.at(run.source);
    const auto squared_steps = [](const SweepRun& of) {
      const nlohmann::ordered_json scene = of.experiment.scene_json();
      const double h = scene["step"]["time_step"];
      return scene["material"]["stiffness"].get<double>() * h * h;
    };
    CHECK(run.solver() == source.solver());
    CHECK(squared_steps(run) == Approx(squared_steps(source)));
  }
  CHECK(count == std::map<std::string, int>{
                     {"pbd", 14}, {"xpbd", 14}, {"pd", 14}, {"admm", 14}, {"qn", 14}, {"newton", 14}});
}

TEST_CASE("Scenes with stable Neo-Hookean and fixed anchors scale, too") {
  const std::vector<SweepRun> runs = collapsed(R"("axes": [
      {"path": "step.time_step", "values": [0.1, 0.01]},
      {"path": "material.youngs_modulus", "values": [1e5, 1e7]}], "solvers": ["qn"],
      "set": {"material.model": "stable_neo_hookean", )" +
                                               held + "}]}");
  REQUIRE(runs.size() == 4);
  CHECK(runs[0].source.empty());
  CHECK(runs[1].source.empty());
  CHECK(runs[2].source.empty());
  CHECK(runs[3].source == runs[0].id);
  CHECK(runs[3].time_unit == Approx(10));  // 0.1 s / 0.01 s
}

TEST_CASE("Runs that differ in anything else are different problems") {
  const auto sources = [](const std::string& axis) {
    int derived = 0;
    for (const SweepRun& run : collapsed(R"("axes": [{"path": "step.time_step", "values": [0.1, 0.01]},
        {"path": "material.stiffness", "values": [1e5, 1e7]}, )" +
                                         axis + R"(], "solvers": ["admm"])")) {
      derived += !run.source.empty();
    }
    return derived;
  };
  CHECK(sources(R"({"path": "density", "values": [1000, 1001]})") == 2);
  CHECK(sources(R"({"path": "step.iterations", "values": [10, 20]})") == 2);
  CHECK(sources(R"({"path": "solvers.admm.weight_factor", "values": [0.3, 0.4]})") == 2);
  CHECK(sources(R"({"path": "density", "values": [1000]})") == 1);
}

TEST_CASE("The error names a value whose unit contains time") {
  CHECK(refusal("") == "no error");
  CHECK(refusal(held + "}]") == "no error");
  CHECK_THAT(refusal(R"("gravity": [0, 0, -9.81])"), Contains("gravity.2 is not 0"));
  CHECK_THAT(refusal(R"("initial_velocity": [1, 0, 0])"), Contains("initial_velocity.0"));
  CHECK_THAT(refusal(R"("solvers.admm.weight": 3)"),
             Contains("solvers.admm.weight") && Contains("admm, step"));
  CHECK_THAT(refusal(R"("anchors.stiffness": 1e5, )" + held + "}]"), Contains("anchors.stiffness"));
  CHECK_THAT(refusal(held + R"(, "translation": [0, 1, 0]}])"), Contains("anchors.groups.0.translation.1"));
  CHECK_THAT(
      refusal(held + R"(, "rotation": {"origin": [0, 0, 0], "axis": [1, 0, 0], "degrees_per_second": 1}}])"),
      Contains("anchors.groups.0.rotation.degrees_per_second"));
  CHECK_THAT(refusal("", R"(, "options": {"precision": "single"})"), Contains("precision is single"));
  CHECK_THAT(refusal("", R"(, "options": {"reference": 12})"), Contains("options.reference is a number"));
}

TEST_CASE("The units of all metrics and of all settings are known") {
  for (const Metric& metric : metrics()) CHECK_NOTHROW(in_time_unit(1, metric.column.unit, 2));
  SceneFile file =
      read_scene_file(config::Document::read(SIMBENCH_SOURCE_DIR "/scenes/deformable/beam_twist.json"),
                      {"solvers.admm.weight=2"});
  const auto written = [&](double unit) {
    return config::write([&](config::Fields& fields) { file.describe(fields); },
                         [&](double value, std::string_view of) { return in_time_unit(value, of, unit); });
  };
  CHECK(written(1) == resolved(file));
  CHECK(written(2)["solvers"]["admm"]["weight"] == 4);
  CHECK(written(2)["step"]["time_step"] == 0.005);
  CHECK(written(2)["material"]["stiffness"] == 4e8);
  CHECK(written(2)["anchors"]["groups"][0]["rotation"]["degrees_per_second"] == 120);
  CHECK(written(2)["body"] == resolved(file)["body"]);
}

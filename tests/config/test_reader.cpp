#include <array>
#include <catch2/catch.hpp>

#include "config/reader.h"
#include "settings.h"
#include "tests/support/errors.h"

using namespace simbench;
using Catch::Matchers::Contains;
using simbench::test::Settings;

namespace {

Settings read(const std::string& text) {
  Settings settings;
  config::read(config::Document::parse(text, "beam.json"),
               [&](config::Fields& fields) { settings.describe(fields); });
  return settings;
}

std::string error_of(const std::string& text) {
  return test::error_text(ExitCode::usage, [&] { read(text); });
}

// The error for a file that has `members` beside the required body.
std::string error_with(const std::string& members) {
  return error_of("{" + members + ",\n\"body\":{\"beam\":{}}}");
}

std::string body_error(const std::string& body) {
  return error_of("{\"body\":" + body + "}");
}

}  // namespace

TEST_CASE("Members left out keep their values") {
  Settings expected;
  expected.shape = "beam";
  CHECK(read(R"({"body": {"beam": {}}})") == expected);
  CHECK(read(R"({"$schema": "scene.schema.json", "body": {"beam": {}}, "material": {}, "solver": {}})") ==
        expected);
}

TEST_CASE("Comments in any object change nothing") {
  Settings expected;
  expected.shape = "beam";
  CHECK(read(R"({"comment": "all", "body": {"comment": ["a", 1], "beam": {"comment": {}}},
                 "solver": {"comment": null}})") == expected);
}

TEST_CASE("Members of every kind are read") {
  const Settings settings = read(R"({
    "time_step": 1, "density": -1, "iterations": 1e3, "seed": -3.0, "gravity": false, "title": "ä",
    "precision": "single", "stiffness": 2.5, "up": [1, 2.5, -3], "cells": [1, 2, 1000], "frames": [],
    "solver": {"tolerance": 0}, "output": {"every": 7},
    "groups": [{"name": "left"}, {"name": "right", "weight": 2}],
    "material": {"poisson_ratio": 0.25, "model": "neo_hookean", "youngs_modulus": 5},
    "body": {"mesh": {"file": "a.node"}}})");
  Settings expected;
  expected.time_step = 1;
  expected.density = -1;
  expected.iterations = 1000;
  expected.seed = -3;
  expected.gravity = false;
  expected.title = "ä";
  expected.precision = "single";
  expected.stiffness = 2.5;
  expected.up = {1, 2.5, -3};
  expected.cells = {1, 2, 1000};
  expected.frames = {};
  expected.tolerance = 0;
  expected.has_output = true;
  expected.every = 7;
  expected.groups = {{"left", 1}, {"right", 2}};
  expected.model = "neo_hookean";
  expected.youngs_modulus = 5;
  expected.poisson_ratio = 0.25;
  expected.shape = "mesh";
  expected.mesh_file = "a.node";
  CHECK(settings == expected);
  CHECK_FALSE(read(R"({"stiffness": "material", "body": {"beam": {}}})").stiffness);
}

TEST_CASE("Unknown keys name the nearest key or all of them") {
  CHECK(error_with("\"material\": {\"model\": \"neo_hookean\",\n  \"youngs_modulu\": 1}") ==
        "beam.json:2:3: error: /material/youngs_modulu: unknown key 'youngs_modulu'; did you mean "
        "'youngs_modulus'?");
  CHECK(error_with(R"("Time_step": 1)") ==
        "beam.json:1:2: error: /Time_step: unknown key 'Time_step'; did you mean 'time_step'?");
  CHECK(error_with(R"("solver": {"method": 1})") ==
        "beam.json:1:13: error: /solver/method: unknown key 'method'; allowed: tolerance");
  CHECK(error_with(R"("material": {"youngs_modulus": 1})") ==
        "beam.json:1:15: error: /material/youngs_modulus: unknown key 'youngs_modulus'; allowed: model, "
        "strain_stiffness");
  CHECK(error_with(R"("groups": [{"name": "a", "wieght": 1}])") ==
        "beam.json:1:27: error: /groups/0/wieght: unknown key 'wieght'; did you mean 'weight'?");
  CHECK_THAT(error_with(R"("solver": {"$schema": 1})"), Contains("unknown key '$schema'"));
  CHECK_THAT(error_with(R"("a/b": 1)"), Contains("/a~1b: unknown key 'a/b'"));
}

TEST_CASE("Missing required keys are errors, unless a mistyped key explains more") {
  CHECK(error_with("\"groups\": [\n {\"weight\": 1}]") ==
        "beam.json:2:2: error: /groups/0/name: missing required key 'name'");
  CHECK(error_with(R"("groups": [{"nmae": "a"}])") ==
        "beam.json:1:14: error: /groups/0/nmae: unknown key 'nmae'; did you mean 'name'?");
  CHECK(error_with(R"("output": {})") == "beam.json:1:2: error: /output/every: missing required key 'every'");
  CHECK(error_with(R"("material": {"model": "neo_hookean"})") ==
        "beam.json:1:2: error: /material/youngs_modulus: missing required key 'youngs_modulus'");
  CHECK(error_of("{\n\"bdy\": {\"beam\": {}}}") ==
        "beam.json:2:1: error: /bdy: unknown key 'bdy'; did you mean 'body'?");
}

TEST_CASE("Exactly one of several objects") {
  CHECK(error_of("{}") == "beam.json:1:1: error: /body: one of the keys beam, mesh is required");
  CHECK(body_error("{}") == "beam.json:1:2: error: /body: one of the keys beam, mesh is required");
  CHECK(body_error(R"({"beam": {}, "mesh": {}})") ==
        "beam.json:1:22: error: /body/mesh: 'beam' and 'mesh' exclude each other");
  CHECK(body_error(R"({"bean": {}})") ==
        "beam.json:1:10: error: /body/bean: unknown key 'bean'; did you mean 'beam'?");
  CHECK(body_error(R"({"beam": {"file": "a"}})") ==
        "beam.json:1:19: error: /body/beam/file: unknown key 'file'; allowed: length");
  CHECK(body_error(R"({"beam": 5})") == "beam.json:1:10: error: /body/beam: expected an object; found 5");
}

TEST_CASE("Numbers out of range show the range") {
  CHECK(error_of("{\n\"step\": 0,\"time_step\": -1}") ==
        "beam.json:2:11: error: /time_step: -1 is out of range; allowed: a number greater than 0 [s]");
  CHECK_THAT(error_with(R"("time_step": 0)"), Contains(": 0 is out of range"));
  CHECK_THAT(error_with(R"("time_step": 1e-400)"), Contains(": 0.0 is out of range"));
  CHECK_THAT(error_with(R"("density": 0.5)"),
             Contains("0.5 is out of range; allowed: a number between -1 and 0.5 (0.5 excluded)"));
  CHECK_THAT(error_with(R"("solver": {"tolerance": -1e-9})"), Contains("allowed: a number at least 0"));
  CHECK(error_with("\"cells\": [1,\n 0, 5]") ==
        "beam.json:2:2: error: /cells/1: 0 is out of range; allowed: an integer between 1 and 1000");
  CHECK_THAT(error_with(R"("frames": [5, -1])"),
             Contains("/frames/1: -1 is out of range; allowed: an integer at least 0"));
}

TEST_CASE("Integers are never rounded or wrapped") {
  for (const char* value : {"3000000000", "3e9", "2147483648", "1e20", "9223372036854775807",
                            "18446744073709551615", "18446744073709551616", "4294967296", "-1"}) {
    INFO(value);
    CHECK_THAT(error_with(std::string("\"iterations\": ") + value),
               Contains("is out of range; allowed: an integer at least 0"));
  }
  CHECK_THAT(error_with(R"("seed": -2147483649)"), Contains("between -2147483648 and 2147483647"));
  for (const char* value : {"1.9", "0.5", "1e-3"}) {
    INFO(value);
    CHECK_THAT(error_with(std::string("\"iterations\": ") + value),
               Contains("expected an integer at least 0; found"));
  }
  CHECK(read(R"({"iterations": 2147483647, "seed": -2147483648, "body": {"beam": {}}})").iterations ==
        2147483647);
}

TEST_CASE("Wrong types say what was expected and what was found") {
  const std::vector<std::pair<std::string, std::string>> errors{
      {R"("time_step": "1e-2")", "expected a number greater than 0 [s]; found the text \"1e-2\""},
      {R"("time_step": true)", "found true"},
      {R"("time_step": null)", "found null"},
      {R"("time_step": [1])", "found a list of 1"},
      {R"("time_step": {"a": 1})", "found an object"},
      {R"("iterations": "5")", "expected an integer at least 0; found the text \"5\""},
      {R"("iterations": true)", "found true"},
      {R"("density": null)", "expected a number between"},
      {R"("gravity": 1)", "expected true or false; found 1"},
      {R"("title": 1)", "expected a text; found 1"},
      {R"("precision": 32)", "expected one of single, double; found 32"},
      {R"("precision": "Double")", "unknown value 'Double'; did you mean 'double'?"},
      {R"("precision": "quad")", "unknown value 'quad'; allowed: single, double"},
      {R"("stiffness": "materiel")",
       "expected a number greater than 0 [Pa] or 'material'; found the text \"materiel\""},
      {R"("stiffness": -1)", "-1 is out of range"},
      {R"("up": [1, 2])", "expected a list of 3; found a list of 2"},
      {R"("up": 5)", "expected a list of 3; found 5"},
      {R"("up": [1, "2", 3])", "/up/1: expected a number; found the text \"2\""},
      {R"("cells": [1, 2, 3, 4])", "expected a list of 3; found a list of 4"},
      {R"("cells": [1, 2.5, 3])", "/cells/1: expected an integer between 1 and 1000; found 2.5"},
      {R"("frames": 5)", "expected a list; found 5"},
      {R"("groups": {})", "expected a list; found an object"},
      {R"("groups": [5])", "/groups/0: expected an object; found 5"},
      {R"("solver": [])", "/solver: expected an object; found a list of 0"},
      {R"("output": null)", "/output: expected an object; found null"},
      {R"("material": {"model": "strian"})",
       "/material/model: unknown value 'strian'; did you mean 'strain'?"}};
  for (const auto& [member, message] : errors) {
    INFO(member);
    CHECK_THAT(error_with(member), Contains(message));
  }
  CHECK(error_of("[]") == "beam.json:1:1: error: expected an object; found a list of 0");
}

TEST_CASE("Lists of words and of values have at least one, and an object may take any key") {
  constexpr std::array<std::string_view, 2> allowed = {"qn", "pd"};
  std::vector<std::string> words;
  std::vector<nlohmann::ordered_json> values;
  nlohmann::ordered_json set;
  const auto read = [&](const std::string& text) {
    config::read(config::Document::parse(text, "file.json"), [&](config::Fields& fields) {
      fields.words("words", words, allowed, {});
      fields.values("values", values, {});
      fields.object("set", [&](config::Fields& members) { members.any_members(set); }, {});
    });
  };
  read(R"({"words": ["pd", "qn"], "values": [1, "a", [2]], "set": {"a.b": 1, "c": null}})");
  CHECK(words == std::vector<std::string>{"pd", "qn"});
  CHECK(values == std::vector<nlohmann::ordered_json>{1, "a", {2}});
  CHECK(set.dump() == R"({"a.b":1,"c":null})");
  for (const auto& [text, parts] : std::vector<std::pair<std::string, std::vector<std::string>>>{
           {R"({"words": []})", {"/words", "at least one", "a list of 0"}},
           {R"({"words": "qn"})", {"/words", "a list"}},
           {R"({"words": ["qn", "qm"]})", {"/words/1", "did you mean 'qn'"}},
           {R"({"words": [3]})", {"/words/0", "one of qn, pd"}},
           {R"({"values": []})", {"/values", "at least one"}},
           {R"({"values": [1, null]})", {"/values/1", "null is not allowed here"}},
           {R"({"set": [1]})", {"/set", "expected an object"}}}) {
    INFO(text);
    for (const std::string& part : parts) CHECK_THROWS_WITH(read(text), Contains(part));
  }
}

TEST_CASE("Rules between members are placed at their key") {
  CHECK(error_with(R"("material": {"model": "neo_hookean", "youngs_modulus": 1, "poisson_ratio": 0.5})") ==
        "beam.json:1:60: error: /material/poisson_ratio: 0.5 would be incompressible");
  // The missing key is reported first, because the rule would judge a default.
  CHECK_THAT(error_with(R"("material": {"model": "neo_hookean", "poisson_ratio": 0.5})"),
             Contains("missing required key"));
}

TEST_CASE("Errors of overridden values show the --set") {
  const auto error_of_set = [](std::string_view path, std::string_view value) {
    auto document =
        config::Document::parse(R"({"body": {"beam": {}}, "solver": {"tolerance": 1}})", "beam.json");
    document.set(path, value);
    Settings settings;
    return test::error_text(ExitCode::usage, [&] {
      config::read(document, [&](config::Fields& fields) { settings.describe(fields); });
    });
  };
  CHECK(error_of_set("solver.tolerance", "abc") ==
        "--set solver.tolerance=abc: error: /solver/tolerance: expected a number at least 0; found the text "
        "\"abc\"");
  CHECK(error_of_set("slover.tolerance", "1") ==
        "--set slover.tolerance=1: error: /slover: unknown key 'slover'; did you mean 'solver'?");
  CHECK_THAT(error_of_set("solver.tolerance", "nan"), Contains("found the text \"nan\""));
  CHECK_THAT(error_of_set("solver.tolerance", "1e999"), Contains("found the text \"1e999\""));
  CHECK(error_of_set("solver.tolerance", "1e-3") == "no error");
}

TEST_CASE("Ranges say what they contain") {
  using config::Range;
  CHECK(config::any_number.text() == "any finite number");
  CHECK(Range{.maximum = 2}.text() == "at most 2");
  CHECK(Range{.maximum = 2, .maximum_open = true}.text() == "less than 2");
  CHECK(Range{-1, 0.5, true, true}.text() == "between -1 and 0.5 (both excluded)");
  CHECK(Range{-1, 0.5, true, false}.text() == "between -1 and 0.5 (-1 excluded)");
  CHECK(Range{-1, 0.5}.text() == "between -1 and 0.5");
  CHECK_FALSE(Range{-1, 0.5, true, true}.contains(-1));
  CHECK_FALSE(Range{-1, 0.5, true, true}.contains(0.5));
  CHECK((Range{-1, 0.5}.contains(-1) && Range{-1, 0.5}.contains(0.5)));
  CHECK_FALSE(Range{-1, 0.5}.contains(0.6));
  const double infinity = std::numeric_limits<double>::infinity();
  for (const double value : {infinity, -infinity, infinity - infinity})
    CHECK_FALSE(config::any_number.contains(value));
}

TEST_CASE("If two keys replace each other, the one that --set gives counts") {
  double weight = 1, factor = 2;
  const auto read = [&](const std::vector<std::string>& sets) {
    weight = 1, factor = 2;
    auto document = config::Document::parse(R"({"weight": 3, "factor": 4})", "file.json");
    for (const std::string& set : sets) document.set(set);
    config::read(document, [&](config::Fields& fields) {
      fields.alternatives("weight", "factor");
      fields.number("weight", weight, {});
      fields.number("factor", factor, {});
    });
    return std::pair(weight, factor);
  };
  CHECK(read({}) == std::pair(3.0, 4.0));
  CHECK(read({"weight=5"}) == std::pair(5.0, 2.0));  // the factor of the file is ignored
  CHECK(read({"factor=6"}) == std::pair(1.0, 6.0));
  CHECK(read({"weight=5", "factor=6"}) == std::pair(5.0, 6.0));
}

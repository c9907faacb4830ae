#include <array>
#include <catch2/catch.hpp>

#include "config/schema.h"
#include "settings.h"

using namespace simbench;
using nlohmann::ordered_json;

namespace {

ordered_json schema() {
  test::Settings settings;
  return config::schema([&](config::Fields& fields) { settings.describe(fields); });
}

}  // namespace

TEST_CASE("The schema contains kinds, ranges, units and defaults") {
  const ordered_json root = schema();
  CHECK(root["$schema"] == "http://json-schema.org/draft-07/schema#");
  CHECK(root["type"] == "object");
  CHECK(root["additionalProperties"] == false);
  const ordered_json& properties = root["properties"];
  CHECK(properties["$schema"] == true);
  CHECK(properties["time_step"].dump() == R"({"type":"number","exclusiveMinimum":0.0,)"
                                          R"("description":"step of implicit Euler [s]","default":0.01})");
  CHECK(properties["density"].dump() == R"({"type":"number","minimum":-1.0,"exclusiveMaximum":0.5})");
  CHECK(properties["iterations"].dump() ==
        R"({"type":"integer","minimum":0,"maximum":2147483647,"description":"per step","default":100})");
  CHECK(properties["gravity"].dump() ==
        R"({"type":"boolean","description":"whether bodies fall","default":true})");
  CHECK(properties["title"].dump() == R"({"type":"string","default":"untitled"})");
  CHECK(properties["precision"].dump() == R"({"enum":["single","double"],"default":"double"})");
  CHECK(properties["stiffness"].dump() ==
        R"({"anyOf":[{"type":"number","exclusiveMinimum":0.0},{"enum":["material"]}],)"
        R"("description":"[Pa]","default":"material"})");
  CHECK(properties["up"].dump() ==
        R"({"type":"array","items":{"type":"number"},"minItems":3,"maxItems":3,"default":[0.0,0.0,1.0]})");
  CHECK(properties["cells"]["items"].dump() == R"({"type":"integer","minimum":1,"maximum":1000})");
  CHECK(properties["frames"]["default"].dump() == "[1,2]");
  CHECK(
      properties["groups"]["items"].dump() ==
      R"({"type":"object","properties":{"name":{"type":"string"},"weight":{"type":"number","default":1.0}},)"
      R"("patternProperties":{"^comment$":true},"additionalProperties":false,"required":["name"]})");
}

TEST_CASE("The schema has the examples of the description") {
  double force = 0;
  std::string file;
  std::vector<std::string> names;
  constexpr std::array<std::string_view, 2> words = {"qn", "pd"};
  const ordered_json root = config::schema([&](config::Fields& fields) {
    fields.number("force", force, {.required = true, .example = "2.5"});
    fields.text("file", file, {.example = "beam.msh"});
    fields.words("names", names, words, {.example = R"(["qn", "pd"])"});
  });
  CHECK(root["properties"]["names"]["examples"].dump() == R"([["qn","pd"]])");
  CHECK(root["properties"]["force"].dump() == R"({"type":"number","examples":[2.5]})");
  CHECK(root["properties"]["file"].dump() == R"({"type":"string","examples":["beam.msh"],"default":""})");
}

TEST_CASE("The schema knows lists that may not be empty, and objects of any keys") {
  std::vector<std::string> names;
  std::vector<ordered_json> values;
  ordered_json set;
  constexpr std::array<std::string_view, 2> words = {"qn", "pd"};
  const ordered_json root = config::schema([&](config::Fields& fields) {
    fields.words("names", names, words, {});
    fields.values("values", values, {});
    fields.object("set", [&](config::Fields& members) { members.any_members(set); }, {});
  });
  CHECK(root["properties"]["names"].dump() ==
        R"({"type":"array","items":{"enum":["qn","pd"]},"minItems":1})");
  CHECK(root["properties"]["values"].dump() ==
        R"({"type":"array","items":{"not":{"type":"null"}},"minItems":1})");
  CHECK(root["properties"]["set"]["additionalProperties"] == true);
  CHECK(root["additionalProperties"] == false);
}

TEST_CASE("The schema requires an object only if it has required members") {
  const ordered_json root = schema();
  CHECK(root["required"].dump() == R"(["body"])");
  CHECK(root["properties"]["output"]["required"].dump() == R"(["every"])");
  CHECK_FALSE(root["properties"]["solver"].contains("required"));
}

TEST_CASE("A variant has one form for each word, the default one without the word as well") {
  const ordered_json material = schema()["properties"]["material"];
  REQUIRE(material["oneOf"].size() == 2);
  const ordered_json& strain = material["oneOf"][0];
  const ordered_json& neo_hookean = material["oneOf"][1];
  CHECK(strain["properties"]["model"].dump() ==
        R"({"const":"strain","description":"law","default":"strain"})");
  CHECK(strain["properties"].contains("strain_stiffness"));
  CHECK_FALSE(strain["properties"].contains("youngs_modulus"));
  CHECK_FALSE(strain.contains("required"));
  CHECK(neo_hookean["properties"]["model"]["const"] == "neo_hookean");
  CHECK_FALSE(neo_hookean["properties"].contains("strain_stiffness"));
  CHECK(neo_hookean["required"].dump() == R"(["model","youngs_modulus"])");
  CHECK(neo_hookean["additionalProperties"] == false);
}

TEST_CASE("Members before and after two variants are in all of their forms") {
  static constexpr std::array<std::string_view, 2> words{"a", "b"};
  int number = 0;
  std::string first = "a", second = "b";
  const auto nothing = [](std::string_view, config::Fields&) {};
  const ordered_json root = config::schema([&](config::Fields& fields) {
    fields.integer("before", number, {});
    fields.variant("first", first, words, nothing, {});
    fields.integer("between", number, {});
    fields.variant("second", second, words, nothing, {.required = true});
    fields.integer("after", number, {.required = true});
  });
  REQUIRE(root["oneOf"].size() == 4);
  for (const ordered_json& form : root["oneOf"]) {
    for (const char* key : {"$schema", "before", "first", "between", "second", "after"})
      CHECK(form["properties"].contains(key));
  }
  CHECK(root["oneOf"][0]["required"].dump() == R"(["second","after"])");
  CHECK(root["oneOf"][3]["required"].dump() == R"(["first","second","after"])");
}

TEST_CASE("Exactly one has one form for each word") {
  const ordered_json body = schema()["properties"]["body"];
  REQUIRE(body["oneOf"].size() == 2);
  CHECK(body["oneOf"][0].dump() ==
        R"({"type":"object","properties":{"beam":{"type":"object","properties":{"length":{"type":"number",)"
        R"("description":"[m]","default":1.0}},"patternProperties":{"^comment$":true},)"
        R"("additionalProperties":false}},"patternProperties":{"^comment$":true},)"
        R"("additionalProperties":false,"required":["beam"]})");
  CHECK(body["oneOf"][1]["required"].dump() == R"(["mesh"])");
}

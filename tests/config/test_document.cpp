#include <catch2/catch.hpp>
#include <fstream>

#include "base/temporary_folder.h"
#include "config/document.h"
#include "tests/support/errors.h"

using namespace simbench;
using config::Document;

namespace {

std::string error_of(const std::function<void()>& action) {
  return test::error_text(ExitCode::usage, action);
}

std::string parse_error(const std::string& text) {
  return error_of([&] { Document::parse(text, "a.json"); });
}

}  // namespace

TEST_CASE("Every value knows its line and column") {
  const Document document = Document::parse(
      "{\n"
      "  \"name\": \"a { \\\" , \\\\\",\n"
      "\t\"step\": {\"time_step\":1e-2},\r\n"
      "  \"grid\" : [[1,2] ,\n"
      "    [ 30,{\"x\": null}], true, \"t\" ],\n"
      "  \"ä€\": {\"größe\": 1, \"b\": -0.5\n"
      "  }, \"e\": {}, \"f\": [ ], \"a/b~c\": 3}",
      "a.json");
  const std::vector<std::pair<std::string, std::string>> places{
      {"", "1:1"},          {"/name", "2:3"},      {"/step", "3:2"},        {"/step/time_step", "3:11"},
      {"/grid", "4:3"},     {"/grid/0", "4:13"},   {"/grid/0/1", "4:16"},   {"/grid/1", "5:5"},
      {"/grid/1/0", "5:7"}, {"/grid/1/1", "5:10"}, {"/grid/1/1/x", "5:11"}, {"/grid/2", "5:24"},
      {"/grid/3", "5:30"},  {"/ä€", "6:3"},        {"/ä€/größe", "6:10"},   {"/ä€/b", "6:22"},
      {"/e", "7:6"},        {"/f", "7:15"},        {"/a~1b~0c", "7:25"}};
  for (const auto& [pointer, place] : places) {
    INFO(pointer);
    CHECK(document.where(pointer) == "a.json:" + place + ": error" + (pointer.empty() ? "" : ": " + pointer));
    CHECK_NOTHROW(document.root().at(nlohmann::json::json_pointer(pointer)));
  }
  CHECK(document.root()["name"] == "a { \" , \\");
  CHECK(document.root()["grid"][0][1] == 2);
}

TEST_CASE("A missing value is placed at its nearest parent") {
  const Document document = Document::parse("{\"a\":\n{\"b\": 1}, \"list\": [1]}", "a.json");
  CHECK(document.where("/a/c") == "a.json:1:2: error: /a/c");
  CHECK(document.where("/a/b/c/d") == "a.json:2:2: error: /a/b/c/d");
  CHECK(document.where("/x") == "a.json:1:1: error: /x");
  CHECK(document.where("/list/1") == "a.json:2:11: error: /list/1");
  CHECK(document.where("/ab") == "a.json:1:1: error: /ab");
}

TEST_CASE("A byte order mark does not change positions") {
  const Document document = Document::parse("\xEF\xBB\xBF{\"a\": 1}", "a.json");
  CHECK(document.where("/a") == "a.json:1:2: error: /a");
  CHECK(document.root()["a"] == 1);
}

TEST_CASE("Syntax errors name line and column") {
  const std::vector<std::pair<std::string, std::string>> errors{{"", "1:1"},
                                                                {"  \n ", "2:2"},
                                                                {"{\"a\": 1,\n}", "2:1"},
                                                                {"{\"a\": 1\n \"b\": 2}", "2:2"},
                                                                {"{\"a\"; 1}", "1:5"},
                                                                {"{\"a\":: 1}", "1:6"},
                                                                {"[1,,2]", "1:4"},
                                                                {"[1, 2", "1:6"},
                                                                {"{\"a\": // no\n1}", "1:7"},
                                                                {"{\"a\": 1} x", "1:10"},
                                                                {"{\"a\": 01}", "1:8"},
                                                                {"{\"a\": NaN}", "1:7"},
                                                                {"{\"a\": .5}", "1:7"},
                                                                {"{\"ä\": 'b'}", "1:7"},
                                                                {"{\"a\": \"\t\"}", "1:7"},
                                                                {"{\"a\": \"\xFF\"}", "1:7"},
                                                                {"{a: 1}", "1:2"},
                                                                {"[\"abc", "1:2"},
                                                                {"\xEF\xBB\xBF{,}", "1:2"}};
  for (const auto& [text, place] : errors) {
    INFO(text);
    CHECK_THAT(parse_error(text), Catch::Matchers::StartsWith("a.json:" + place + ": error: syntax error"));
  }
  CHECK(
      parse_error(std::string("{}\0x", 4)) ==
      "a.json:1:3: error: NUL byte: expected JSON in UTF-8 (UTF-16 has such bytes; save the file as UTF-8)");
  CHECK(parse_error("\xEF\xBB\xBF\xEF\xBB\xBF{}") ==
        "a.json:1:1: error: byte order mark where a value is expected");
}

TEST_CASE("Documents refuse some texts that JSON allows") {
  CHECK(parse_error("{\"a\": 1,\n \"b\": {\"a\": 2}, \"a\": 3}") == "a.json:2:17: error: duplicate key 'a'");
  CHECK(parse_error("{\"a\": 1, \"\\u0061\": 3}") == "a.json:1:10: error: duplicate key 'a'");
  CHECK(parse_error("{\"a\": [0, 1e999]}") == "a.json:1:11: error: the number 1e999 is too large");
  CHECK(parse_error("-1e999") == "a.json:1:1: error: the number -1e999 is too large");
}

TEST_CASE("Deep nesting is refused before it can exhaust the stack") {
  CHECK(parse_error(std::string(64, '[') + std::string(64, ']')) == "no error");
  CHECK(parse_error(std::string(65, '[') + std::string(65, ']')) ==
        "a.json:1:65: error: nested deeper than 64 levels");
  CHECK(parse_error(std::string(100000, '[')) == "a.json:1:65: error: nested deeper than 64 levels");
  std::string objects;
  for (int i = 0; i < 100000; ++i) objects += "{\"a\":";
  CHECK(parse_error(objects) == "a.json:1:321: error: nested deeper than 64 levels");
}

TEST_CASE("Many keys are read in reasonable time") {
  std::string text = "{\"k\": 0";
  for (int i = 0; i < 200000; ++i) text += ", \"k" + std::to_string(i) + "\": 0";
  CHECK(Document::parse(text + "}", "a.json").root().size() == 200001);
}

TEST_CASE("Integers keep their literal's kind and value") {
  const Document document =
      Document::parse("[3, 3.0, -9223372036854775808, 18446744073709551615, 1e3, 99999999999999999999]", "a");
  const auto& root = document.root();
  CHECK(root[0].is_number_integer());
  CHECK(root[1].is_number_float());
  CHECK(root[2].get<long long>() == std::numeric_limits<long long>::min());
  CHECK(root[3].is_number_unsigned());
  CHECK(root[4].is_number_float());
  CHECK(root[5].get<double>() == 1e20);
}

TEST_CASE("Documents come from files") {
  const TemporaryFolder folder;
  std::ofstream(folder / "a.json") << "{\"a\": }";
  CHECK_THAT(error_of([&] { Document::read(folder / "a.json"); }),
             Catch::Matchers::StartsWith((folder / "a.json").string() + ":1:7: error: syntax error"));
  std::ofstream(folder / "big.json") << std::string((16u << 20) + 1, ' ');
  CHECK_THAT(error_of([&] { Document::read(folder / "big.json"); }),
             Catch::Matchers::Contains("larger than 16777216"));
  CHECK_THAT(error_of([&] { Document::read(folder / "none.json"); }),
             Catch::Matchers::Contains("No such file"));
}

TEST_CASE("the command line's --set replaces values, creates objects and reaches into lists") {
  Document document = Document::parse(
      R"({"material": {"stiffness": 1}, "anchors": {"groups": [{"a": 1}, {"a": 2}]}})", "a.json");
  document.set("material.stiffness", "1e9");
  document.set("material.model", "strain");
  document.set("solvers.admm.weight_factor", "0.5");
  document.set("anchors.groups.1.a", "[1, true]");
  document.set("quoted", "\"12\"");
  document.set("empty", "");
  document.set("text", "a=b.c");
  CHECK(document.root().dump() ==
        R"({"material":{"stiffness":1000000000.0,"model":"strain"},)"
        R"("anchors":{"groups":[{"a":1},{"a":[1,true]}]},)"
        R"("solvers":{"admm":{"weight_factor":0.5}},"quoted":"12","empty":"","text":"a=b.c"})");
}

TEST_CASE("the command line's --set refuses paths that lead nowhere, and changes nothing then") {
  Document document = Document::parse(R"({"a": {"b": 1}, "list": [1, 2]})", "a.json");
  const auto before = document.root();
  const auto error = [&](std::string_view path, std::string_view value) {
    return error_of([&] { document.set(path, value); });
  };
  CHECK(error("list.2", "5") == "--set list.2=5: error: /list: a list of 2 has no item '2'");
  CHECK(error("list.-1", "5") == "--set list.-1=5: error: /list: a list of 2 has no item '-1'");
  CHECK(error("list.x.y", "5") == "--set list.x.y=5: error: /list: a list of 2 has no item 'x'");
  CHECK(error("a.b.c", "5") == "--set a.b.c=5: error: /a/b: neither an object nor a list");
  CHECK(error("a..c", "5") == "--set a..c=5: error: a key of the path is empty");
  CHECK(error("", "5") == "--set =5: error: a key of the path is empty");
  CHECK(error("a.c", "\xFF") == "--set a.c=\xFF: error: not valid UTF-8");
  std::string deep = "a";
  for (int i = 0; i < 64; ++i) deep += ".a";
  CHECK_THAT(error(deep, "5"), Catch::Matchers::EndsWith("nested deeper than 64 levels"));
  CHECK(document.root() == before);
  CHECK_FALSE(document.was_set("/a"));
}

TEST_CASE("Overridden values are placed on the command line") {
  Document document = Document::parse(R"({"a": {"b": 1, "c": 2}})", "a.json");
  document.set("a.b", "x");
  document.set("solver.pd", "{\"steps\": 1}");
  CHECK(document.where("/a/b") == "--set a.b=x: error: /a/b");
  CHECK(document.where("/a/b/0") == "--set a.b=x: error: /a/b/0");
  CHECK(document.where("/a/c") == "a.json:1:16: error: /a/c");
  CHECK(document.where("/a") == "a.json:1:2: error: /a");
  CHECK(document.where("/solver") == "--set solver.pd={\"steps\": 1}: error: /solver");
  CHECK(document.where("/solver/pd/steps") == "--set solver.pd={\"steps\": 1}: error: /solver/pd/steps");
  document.set("a.b", "y");
  CHECK(document.where("/a/b") == "--set a.b=y: error: /a/b");
}

TEST_CASE("was_set knows values, their parts and their parents") {
  Document document = Document::parse(R"({"a": {"b": 1, "c": 2}, "list": [1]})", "a.json");
  CHECK_FALSE(document.was_set("/a/b"));
  document.set("a.b", "5");
  CHECK(document.was_set("/a/b"));
  CHECK(document.was_set("/a"));
  CHECK_FALSE(document.was_set("/a/c"));
  CHECK_FALSE(document.was_set("/list"));
}

TEST_CASE("Places in a document without a text are its name, or the option that set the value") {
  Document document = Document::of(nlohmann::ordered_json::parse(R"({"a": {"b": 1}})"), "run.json#scene");
  CHECK(document.place("/a/b") == "run.json#scene");
  CHECK(document.place("/a/c") == "run.json#scene");
  document.set_value("a.b", 2, "axis 3: a.b=2");
  CHECK(document.root()["a"]["b"] == 2);
  CHECK(document.place("/a/b") == "axis 3: a.b=2");
  document.set("a.c=3");
  CHECK(document.place("/a/c") == "--set a.c=3");
}

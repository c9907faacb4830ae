// Members that have no effect because of another member.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "config/document.h"
#include "config/reader.h"
#include "config/writer.h"
#include "tests/support/errors.h"

using namespace simbench;

namespace {

// A search with a factor that only "backtracking" has, and limits that only "wolfe" has; an axis that
// `axis_in_world` replaces.
struct Search {
  std::string rule = "backtracking";
  double factor = 0.5, low = 0.1;
  bool has_limits = false;
  std::vector<double> axis = {1, 0};
  std::optional<double> axis_in_world = {};

  void describe(config::Fields& fields) {
    static constexpr std::array<std::string_view, 2> rules = {"backtracking", "wolfe"};
    fields.choice("rule", rule, rules, {});
    fields.unused(rule != "backtracking", {"factor"}, "rule", "only backtracking has it");
    fields.unused(rule != "wolfe", {"interval", "limits"}, "rule", "only wolfe has it");
    fields.number("factor", factor, {});
    fields.object("interval", [&](config::Fields& members) { members.number("low", low, {}); }, {});
    fields.optional_object("limits", has_limits, [](config::Fields&) {}, {});
    fields.unused(fields.is_given("axis_in_world"), {"axis"}, "axis_in_world", "it replaces the axis");
    fields.numbers("axis", axis, {});
    fields.optional_number("axis_in_world", axis_in_world, {});
  }
  void read(const std::string& text, const std::vector<std::string>& sets = {}) {
    auto document = config::Document::parse(text, "file.json");
    for (const std::string& set : sets) document.set(set);
    config::read(document, [&](config::Fields& fields) { describe(fields); });
  }
};

std::string refusal_of(const std::string& text, const std::vector<std::string>& sets = {}) {
  return test::error_text(ExitCode::usage, [&] { Search().read(text, sets); });
}

}  // namespace

TEST_CASE("A member that another one makes meaningless is refused, and the error names both") {
  CHECK(refusal_of(R"({"rule": "wolfe", "factor": 0.3})") ==
        "file.json:1:19: error: /factor: it has no effect beside 'rule': only backtracking has it; leave it "
        "out");
  CHECK(refusal_of(R"({"interval": {"low": 0.2}})") ==
        "file.json:1:15: error: /interval/low: it has no effect without 'rule': only wolfe has it; leave it "
        "out");
  CHECK(refusal_of(R"({"limits": {}})") ==
        "file.json:1:2: error: /limits: it has no effect without 'rule': only wolfe has it; leave it out");
  CHECK(
      refusal_of(R"({"axis": [0, 1], "axis_in_world": 2})") ==
      "file.json:1:2: error: /axis: it has no effect beside 'axis_in_world': it replaces the axis; leave it "
      "out");
  CHECK(refusal_of(R"({"rule": "wolfe", "interval": {"low": 0.2}, "limits": {}})") == "no error");
}

TEST_CASE("A value without effect is accepted if it is the default, so that full files can be read again") {
  for (const char* text : {R"({"rule": "wolfe"})", R"({"axis_in_world": 2})", "{}"}) {
    Search first, second;
    first.read(text);
    const auto written = config::write([&](config::Fields& fields) { first.describe(fields); });
    CHECK(written.contains("factor"));
    second.read(written.dump());
    CHECK(config::write([&](config::Fields& fields) { second.describe(fields); }) == written);
  }
}

TEST_CASE("If --set makes a member of the file meaningless, the member is ignored") {
  Search search;
  search.read(R"({"factor": 0.3})", {"rule=wolfe"});
  CHECK(search.factor == 0.5);
  CHECK(
      refusal_of(R"({"factor": 0.3})", {"rule=wolfe", "factor=0.4"}) ==
      "--set factor=0.4: error: /factor: it has no effect beside 'rule': only backtracking has it; leave it "
      "out");
  CHECK(
      refusal_of(R"({"rule": "wolfe"})", {"factor=0.4"}) ==
      "--set factor=0.4: error: /factor: it has no effect beside 'rule': only backtracking has it; leave it "
      "out");
}

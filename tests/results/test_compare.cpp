#include <fstream>

#include "base/temporary_folder.h"
#include "results/compare.h"
#include "tests/deformable/scene/small_scene.h"

using namespace simbench;
using namespace simbench::test;
using Catch::Contains;
namespace fs = std::filesystem;

namespace {

const std::string table =
    "iteration,objective,relative_error,step\n"
    "0,100,1,1\n"
    "1,50,0.5,1\n"
    "0,40,,2\n"
    "1,20,,2\n";

// A copy of the table in which the line of this number is replaced.
std::string with_line(int number, const std::string& line) {
  std::istringstream stream(table);
  std::string result, each;
  for (int i = 0; std::getline(stream, each); ++i) result += (i == number ? line : each) + "\n";
  return result;
}

void write_run(const fs::path& folder, const std::string& text) {
  fs::create_directories(folder);
  std::ofstream(folder / "iterations.csv", std::ios::trunc) << text;
}

struct Pair {
  TemporaryFolder folder;
  Comparison of(const std::string& a, const std::string& b, double tolerance = 0) const {
    write_run(folder / "a", a);
    write_run(folder / "b", b);
    return compare(folder / "a", folder / "b", tolerance);
  }
};

std::string text(const Comparison& comparison) {
  std::string all;
  for (const std::string& line : comparison.lines()) all += line + "\n";
  return all;
}

}  // namespace

TEST_CASE("Equal tables are identical, and the message has their number of rows") {
  const Comparison comparison = Pair().of(table, table);
  CHECK(comparison.same());
  CHECK_THAT(text(comparison), Contains("identical (4 rows)"));
}

TEST_CASE("The message names the first step, iteration and column that differ, and the difference") {
  const Comparison comparison = Pair().of(table, with_line(2, "1,51,0.51,1"));
  CHECK_FALSE(comparison.same());
  CHECK_THAT(comparison.lines().at(0),
             Contains("step 1, iteration 1, column objective: 50 against 51") && Contains("relative 0.02"));
}

TEST_CASE("The largest difference is named beside the first") {
  const Comparison comparison = Pair().of(with_line(2, "1,50.5,0.5,1"), with_line(4, "1,30,,2"));
  CHECK_THAT(comparison.lines().at(0), Contains("step 1, iteration 1, column objective: 50.5 against 50"));
  CHECK_THAT(comparison.lines().at(1), Contains("largest relative difference 0.33 at step 2, iteration 1"));
}

TEST_CASE("The last bit counts, and so does an empty cell") {
  CHECK_FALSE(Pair().of(table, with_line(2, "1,50.00000000000001,0.5,1")).same());
  const Comparison emptied = Pair().of(table, with_line(2, "1,50,,1"));
  CHECK_FALSE(emptied.same());
  CHECK_THAT(text(emptied), Contains("column relative_error: 0.5 against (empty)"));
}

TEST_CASE(
    "Numbers that differ by at most the tolerance count as the same, and the message has the largest "
    "difference") {
  const std::string other = with_line(2, "1,50.00005,0.5,1");  // relative 1e-6
  const Comparison within = Pair().of(table, other, 1e-5);
  CHECK(within.same());
  CHECK(within.runs.front().outcome == RunComparison::Outcome::within_tolerance);
  CHECK_THAT(text(within),
             Contains("largest relative difference 1e-06 at step 1, iteration 1, column objective") &&
                 Contains("the same within 1e-05 (4 rows)") && !Contains("first difference"));
  CHECK_FALSE(Pair().of(table, other, 1e-7).same());
}

TEST_CASE("The first difference is the first one beyond the tolerance") {
  const Comparison beyond = Pair().of(with_line(1, "0,100.0001,1,1"), with_line(4, "1,30,,2"), 1e-5);
  CHECK_FALSE(beyond.same());
  CHECK_THAT(
      beyond.lines().at(0),
      Contains("first difference beyond 1e-05 at step 2, iteration 1, column objective: 20 against 30"));
}

TEST_CASE("No tolerance makes an empty cell, other columns or other rows the same") {
  CHECK_FALSE(Pair().of(table, with_line(2, "1,50,,1"), 2).same());
  CHECK_FALSE(Pair().of(table, with_line(0, "iteration,objective,error,step"), 2).same());
  CHECK_FALSE(Pair().of(table, table + "2,10,,2\n", 2).same());
}

TEST_CASE("A table with more rows or other columns differs") {
  const Comparison longer = Pair().of(table, table + "2,10,,2\n");
  CHECK_FALSE(longer.same());
  CHECK_THAT(text(longer), Contains("4 rows against 5"));
  const Comparison other = Pair().of(table, with_line(0, "iteration,objective,error,step"));
  CHECK_FALSE(other.same());
  CHECK_THAT(text(other), Contains("columns differ"));
}

TEST_CASE("Folders of runs are compared solver by solver") {
  const TemporaryFolder folder;
  for (const char* run : {"a/qn", "a/pd", "b/qn", "b/pd"}) write_run(folder / run, table);
  CHECK(compare(folder / "a", folder / "b").same());
  write_run(folder / "b/pd", with_line(1, "0,99,1,1"));
  CHECK_THAT(text(compare(folder / "a", folder / "b")),
             Contains("pd: first difference") && Contains("qn: identical"));
  write_run(folder / "b/pd", table);
  write_run(folder / "b/admm", table);
  CHECK_THAT(text(compare(folder / "a", folder / "b")), Contains("admm: only in"));
  CHECK_FALSE(compare(folder / "b", folder / "a").same());
}

TEST_CASE("Files that a killed run left behind are not a run") {
  const TemporaryFolder folder;
  for (const char* run : {"a/qn", "b/qn", "b/.pd.partial-4242"}) write_run(folder / run, table);
  CHECK(compare(folder / "a", folder / "b").same());
}

TEST_CASE("A folder without a run, or with a broken table, is an error") {
  const TemporaryFolder folder;
  write_run(folder / "a", table);
  fs::create_directories(folder / "empty");
  CHECK_THAT(error_text(ExitCode::usage, [&] { compare(folder / "a", folder / "empty"); }),
             Contains("no run"));
  CHECK_THAT(error_text(ExitCode::usage, [&] { compare(folder / "none", folder / "a"); }),
             Contains("no run"));
  write_run(folder / "b", "iteration,objective\n0,1\n1\n");
  CHECK_THAT(error_text(ExitCode::usage, [&] { compare(folder / "a", folder / "b"); }),
             Contains("row 2") && Contains("1 cell,"));
}

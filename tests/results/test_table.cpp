// Writing and reading tables.
#include <fstream>

#include "base/temporary_folder.h"
#include "results/table.h"
#include "tests/deformable/scene/small_scene.h"

using namespace simbench;
using namespace simbench::test;

namespace {

// The header of a table of two columns, in which "step" follows the first `before_step` of them.
std::string header(std::size_t before_step) {
  const Columns columns{{{"objective", "J", ""}, {"relative_error", "1", ""}}, before_step};
  RunResult result;
  result.columns = columns;
  result.records = {{7, 3, {1.5, {}}, 0, 0}};
  return iterations_csv(result);
}

}  // namespace

TEST_CASE("The column of the step follows the first columns, or all of them") {
  CHECK(header(0) == "iteration,step,objective,relative_error\n3,7,1.5,\n");
  CHECK(header(1) == "iteration,objective,step,relative_error\n3,1.5,7,\n");
  CHECK(header(2) == "iteration,objective,relative_error,step\n3,1.5,,7\n");
}

TEST_CASE("A table has the cells of its file, and the error names a row of another length") {
  const TemporaryFolder folder;
  const auto read = [&](const std::string& text) {
    std::ofstream(folder / "t.csv") << text;
    return Table::read(folder / "t.csv");
  };
  const Table table = read("a,b\n1,\nx,2e3\n");
  CHECK(table.rows() == 2);
  CHECK(table.column("b") == 1);
  CHECK(table.cell(1, 0) == "x");
  CHECK(table.number(1, 1) == 2000);
  CHECK_FALSE(table.number(0, 1));
  CHECK_THROWS_WITH(table.column("c"), Catch::Contains("no column 'c'"));
  CHECK_THROWS_WITH(read("a,b\n1,2\n3\n"), Catch::Contains("row 2 has 1 cell, the header 2"));
  CHECK_THROWS_WITH(read("a,b\n"), Catch::Contains("no rows"));
}

#include <catch2/catch.hpp>

#include "energy/element_scatter.h"
#include "tests/support/beam.h"

using namespace simbench;
using namespace simbench::test;

TEST_CASE("Gathering adds every element's columns to its vertices, with the same bits for any threads") {
  const auto mesh = beam_mesh({16, 4, 4}, CellSplit::five);
  const Index n = mesh->vertex_count();
  REQUIRE(n > chunk_size);
  Random random(1);
  ElementScatter<double> scatter(mesh->tets, n);
  const Positions<double> start = random.matrix(3, n);
  Positions<double> expected = start;
  for (Index tet = 0; tet < mesh->tet_count(); ++tet) {
    // Of very different sizes, so that the order of additions shows in the bits.
    const Eigen::MatrixXd columns = std::pow(10, random.uniform(-8, 8)) * random.matrix(3, 4);
    scatter.element(tet) = columns;
    for (int corner = 0; corner < 4; ++corner) expected.col(mesh->tets(corner, tet)) += columns.col(corner);
  }
  for (const int threads : {1, 2, 4}) {
    set_thread_count(threads);
    Positions<double> result = start;
    scatter.gather(result);
    CHECK(result == expected);  // elements in ascending order, as in the plain loop
  }
  set_thread_count(1);
}

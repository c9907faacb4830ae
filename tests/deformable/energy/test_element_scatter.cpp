#include <catch2/catch.hpp>
#include <cmath>

#include "deformable/energy/element_scatter.h"
#include "tests/support/beam.h"

using namespace simbench;
using namespace simbench::test;

TEST_CASE("Gathering adds every element's columns to its vertices, with the same bits for any threads") {
  const auto mesh = beam_mesh({16, 4, 4}, CellSplit::five);
  const Index n = mesh->vertex_count(), tets = mesh->tet_count();
  REQUIRE(tets > chunk_size);
  Random random(1);
  const ElementScatter<double, 4> scatter({mesh->tets.data(), static_cast<std::size_t>(mesh->tets.size())});
  const auto memory = scatter.sums();
  const Positions<double> start = random.matrix(3, n);
  // Expected order: elements ascending within a chunk, then chunks ascending, as in this plain loop.
  Positions<double> expected = start;
  constexpr Index width = lane_count<Lanes<double>>;
  for (Index chunk = 0; chunk * chunk_size < tets; ++chunk) {
    Positions<double> sums = Positions<double>::Zero(3, n);
    const auto chunk_sums = scatter.begin_chunk(chunk, memory);
    const Index end = std::min(tets, (chunk + 1) * chunk_size);
    for (Index tet = chunk * chunk_size; tet < end; tet += width) {
      const int count = static_cast<int>(std::min(width, end - tet));
      Eigen::Matrix<Lanes<double>, 3, 4> columns;
      for (int lane = 0; lane < width; ++lane) {
        // The sizes are very different, so that the order of additions shows in the bits.
        set_lane(columns, lane, std::pow(10, random.uniform(-8, 8)) * random.matrix(3, 4));
        if (lane >= count) continue;
        for (int corner = 0; corner < 4; ++corner) {
          sums.col(mesh->tets(corner, tet + lane)) += lane_of(columns, lane).col(corner);
        }
      }
      scatter.add(tet, count, columns, chunk_sums);
    }
    expected += sums;
  }
  for (const int threads : {1, 2, 4}) {
    const ThreadScope scope(threads);
    Positions<double> result = start;
    scatter.gather(memory, result);
    CHECK(result == expected);
  }
}

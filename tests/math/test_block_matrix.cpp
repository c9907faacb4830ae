#include <catch2/catch.hpp>

#include "math/block_matrix.h"
#include "tests/support/random.h"

using namespace simbench;
using namespace simbench::test;

namespace {

using Elements = std::vector<std::vector<int>>;

std::vector<std::span<const int>> spans(const Elements& elements) {
  return {elements.begin(), elements.end()};
}

}  // namespace

TEST_CASE("Blocks add up as in a dense matrix") {
  const Elements elements = {{0, 3, 5}, {5, 1}, {4}, {3, 1, 0, 5}};
  constexpr int vertices = 7;  // 2 and 6 belong to no element
  BlockMatrix<double> matrix(vertices, spans(elements));
  Eigen::MatrixXd dense = Eigen::MatrixXd::Zero(3 * vertices, 3 * vertices);
  Random random(1);
  for (int repetition = 0; repetition < 3; ++repetition) {
    for (const std::vector<int>& element : elements) {
      const Index size = 3 * static_cast<Index>(element.size());
      const Eigen::MatrixXd half = random.matrix(size, size);
      const Eigen::MatrixXd symmetric = half + half.transpose();
      for (std::size_t a = 0; a < element.size(); ++a) {
        for (std::size_t b = 0; b < element.size(); ++b) {
          const Matrix3<double> block =
              symmetric.block<3, 3>(3 * static_cast<Index>(a), 3 * static_cast<Index>(b));
          matrix.add(element[a], element[b], block);
          dense.block<3, 3>(3 * element[a], 3 * element[b]) += block;
        }
      }
    }
  }
  for (const int vertex : {2, 3}) {
    matrix.add_diagonal(vertex, 2.5);
    dense.block<3, 3>(3 * vertex, 3 * vertex) += 2.5 * Matrix3<double>::Identity();
  }
  REQUIRE(dense.norm() > 1);
  CHECK(Eigen::MatrixXd(matrix.matrix()).triangularView<Eigen::Lower>().toDenseMatrix() ==
        Eigen::MatrixXd(dense.triangularView<Eigen::Lower>()));
  // Diagonal blocks are stored whole.
  CHECK(Eigen::MatrixXd(matrix.matrix()).block<3, 3>(9, 9) == dense.block<3, 3>(9, 9));

  const Index entries = matrix.matrix().nonZeros();
  matrix.set_zero();
  CHECK(matrix.matrix().nonZeros() == entries);  // the pattern stays
  CHECK(matrix.matrix().norm() == 0);
}

TEST_CASE("The pattern has one block per pair of vertices that share an element") {
  const Elements elements = {{0, 1}, {1, 2}, {0, 1}};
  const BlockMatrix<float> matrix(4, spans(elements));
  CHECK(matrix.matrix().rows() == 12);
  // Four diagonal blocks, (1, 0) and (2, 1).
  CHECK(matrix.matrix().nonZeros() == 9 * 6);
  CHECK(matrix.matrix().isCompressed());
}

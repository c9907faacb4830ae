// Small matrices of lanes compute like Eigen's matrices of a number that Eigen cannot vectorise, to the bit.
#include <Eigen/LU>
#include <catch2/catch.hpp>

#include "math/lanes.h"
#include "tests/support/lanes.h"
#include "tests/support/random.h"

using namespace simbench;
using namespace simbench::test;

namespace {

// A double in a struct: Eigen adds such numbers one by one, in its plain order.
struct Plain {
  double value = 0;
  Plain() = default;
  Plain(double number) : value(number) {}
  Plain& operator+=(const Plain& other) { return *this = Plain(value + other.value); }
  friend Plain operator+(const Plain& a, const Plain& b) { return a.value + b.value; }
  friend Plain operator-(const Plain& a, const Plain& b) { return a.value - b.value; }
  friend Plain operator*(const Plain& a, const Plain& b) { return a.value * b.value; }
  friend Plain operator/(const Plain& a, const Plain& b) { return a.value / b.value; }
};

template <int Rows, int Columns>
using PlainMatrix = Eigen::Matrix<Plain, Rows, Columns>;
template <int Rows, int Columns>
using LaneMatrix = Eigen::Matrix<Lanes<double>, Rows, Columns>;

// The same random entries, in each lane those of another matrix.
template <int Rows, int Columns>
struct Pair {
  LaneMatrix<Rows, Columns> lanes;
  PlainMatrix<Rows, Columns> plain[lane_count<Lanes<double>>];

  explicit Pair(Random& random) {
    for (int lane = 0; lane < lane_count<Lanes<double>>; ++lane) {
      for (int i = 0; i < Rows * Columns; ++i) {
        const double entry = random.normal();
        lanes[i][lane] = entry;
        plain[lane].data()[i] = entry;
      }
    }
  }
};

// Whether `lanes` has in each lane the bits of plain_of(lane).
template <class PlainOf>
bool agree(const Lanes<double>& lanes, const PlainOf& plain_of) {
  for (int lane = 0; lane < lane_count<Lanes<double>>; ++lane) {
    if (!same_bits(double(lanes[lane]), Plain(plain_of(lane)).value)) return false;
  }
  return true;
}
template <int Rows, int Columns, class PlainOf>
bool agree(const LaneMatrix<Rows, Columns>& lanes, const PlainOf& plain_of) {
  for (int i = 0; i < Rows * Columns; ++i) {
    const auto entry = [&](int lane) { return PlainMatrix<Rows, Columns>(plain_of(lane)).data()[i]; };
    if (!agree(lanes[i], entry)) return false;
  }
  return true;
}

}  // namespace

namespace Eigen {
template <>
struct NumTraits<Plain> : GenericNumTraits<Plain> {
  enum { RequireInitialization = 1, ReadCost = 1, AddCost = 1, MulCost = 1 };
};
}  // namespace Eigen

TEMPLATE_TEST_CASE_SIG("Sums over matrices of lanes have Eigen's plain order", "", ((int Columns), Columns),
                       1, 2, 3, 4) {
  Random random(1);
  for (int i = 0; i < 50; ++i) {
    const Pair<3, Columns> a(random), b(random);
    CHECK(agree(a.lanes.sum(), [&](int lane) { return a.plain[lane].sum(); }));
    CHECK(agree(a.lanes.prod(), [&](int lane) { return a.plain[lane].prod(); }));
    CHECK(agree(a.lanes.squaredNorm(),
                [&](int lane) { return a.plain[lane].cwiseProduct(a.plain[lane]).sum(); }));
    CHECK(agree(a.lanes.cwiseProduct(b.lanes).sum(),
                [&](int lane) { return a.plain[lane].cwiseProduct(b.plain[lane]).sum(); }));
    CHECK(agree<3, Columns>(a.lanes - b.lanes, [&](int lane) { return a.plain[lane] - b.plain[lane]; }));
    CHECK(agree<3, Columns>(a.lanes / a.lanes[0],
                            [&](int lane) { return a.plain[lane] / a.plain[lane].data()[0]; }));
  }
}

TEST_CASE("Products, determinants and cross products of matrices of lanes are Eigen's") {
  Random random(2);
  for (int i = 0; i < 50; ++i) {
    const Pair<3, 3> A(random), B(random);
    const Pair<3, 1> a(random), b(random);
    const Pair<3, 2> narrow(random);
    CHECK(agree<3, 3>(A.lanes * B.lanes,
                      [&](int lane) { return PlainMatrix<3, 3>(A.plain[lane] * B.plain[lane]); }));
    CHECK(agree<3, 3>(A.lanes.transpose() * B.lanes, [&](int lane) {
      return PlainMatrix<3, 3>(A.plain[lane].transpose() * B.plain[lane]);
    }));
    CHECK(agree<3, 1>(A.lanes * a.lanes,
                      [&](int lane) { return PlainMatrix<3, 1>(A.plain[lane] * a.plain[lane]); }));
    CHECK(agree<3, 3>(a.lanes * b.lanes.transpose(), [&](int lane) {
      return PlainMatrix<3, 3>(a.plain[lane] * b.plain[lane].transpose());
    }));
    CHECK(agree<2, 2>(narrow.lanes.transpose() * narrow.lanes, [&](int lane) {
      return PlainMatrix<2, 2>(narrow.plain[lane].transpose() * narrow.plain[lane]);
    }));
    CHECK(agree<3, 3>(a.lanes.asDiagonal() * A.lanes * b.lanes.asDiagonal(), [&](int lane) {
      return PlainMatrix<3, 3>(a.plain[lane].asDiagonal() * A.plain[lane] * b.plain[lane].asDiagonal());
    }));
    CHECK(agree(A.lanes.determinant(), [&](int lane) { return A.plain[lane].determinant(); }));
    CHECK(agree(A.lanes.trace(), [&](int lane) { return A.plain[lane].trace(); }));
    CHECK(agree<3, 1>(a.lanes.cross(b.lanes), [&](int lane) { return a.plain[lane].cross(b.plain[lane]); }));
  }
}

TEST_CASE("Columns, rows and the diagonal of a matrix of lanes are where Eigen has them") {
  Random random(3);
  Pair<3, 3> A(random);
  const Pair<3, 1> a(random);
  A.lanes.col(1) = a.lanes;
  A.lanes.col(2) += a.lanes;
  for (int lane = 0; lane < lane_count<Lanes<double>>; ++lane) {
    A.plain[lane].col(1) = a.plain[lane];
    A.plain[lane].col(2) += a.plain[lane];
  }
  const LaneMatrix<3, 3>& lanes = A.lanes;
  CHECK(agree<3, 3>(lanes, [&](int lane) { return A.plain[lane]; }));
  CHECK(agree<3, 1>(lanes.col(2), [&](int lane) { return PlainMatrix<3, 1>(A.plain[lane].col(2)); }));
  CHECK(agree<3, 1>(LaneMatrix<3, 1>(lanes.row(1)),
                    [&](int lane) { return PlainMatrix<3, 1>(A.plain[lane].row(1).transpose()); }));
  CHECK(agree<3, 1>(lanes.diagonal(), [&](int lane) { return PlainMatrix<3, 1>(A.plain[lane].diagonal()); }));
  CHECK(agree<3, 3>(LaneMatrix<3, 3>(a.lanes.asDiagonal()),
                    [&](int lane) { return PlainMatrix<3, 3>(a.plain[lane].asDiagonal()); }));
}

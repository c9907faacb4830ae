#include "yardstick.h"

#include <memory>

#include "baseline_common.h"

namespace simbench::benchmarks {

Contestant decompositions() {
  struct Work {
    std::vector<Matrix3<double>> matrices;
    double sum = 0;  // of traces, so that no decomposition is left out
  };
  const auto work = std::make_shared<Work>();
  for (int k = 0; k < 32; ++k) {
    Matrix3<double> matrix = Matrix3<double>::Identity();
    for (int i = 0; i < 9; ++i) matrix.data()[i] += 0.3 * std::sin(9 * k + i);
    work->matrices.push_back(matrix);
  }
  return {.name = "decompositions",
          .begin = [] {},
          .iterate =
              [work] {
                for (const Matrix3<double>& matrix : work->matrices)
                  work->sum += plain::rotation(matrix).trace();
                return std::isfinite(work->sum);
              }};
}

}  // namespace simbench::benchmarks

#include "floor.h"

#include "math/closest_rotation.h"
#include "math/parallel.h"
#include "math/sparse_cholesky.h"

namespace simbench::benchmarks {

namespace {

template <class Real>
class Reading {
 public:
  static constexpr int lanes = 32;  // number of independent sums

  explicit Reading(std::size_t numbers) : data_(Data::Ones(lanes, static_cast<Index>(numbers) / lanes)) {
    sums_.setZero(lanes, chunk_count(data_.cols()));
  }
  void iterate() {
    parallel_chunks(data_.cols(), [&](Index begin, Index end, Index chunk) {
      Eigen::Array<Real, lanes, 1> sum = sums_.col(chunk);
      for (Index i = begin; i < end; ++i) sum += data_.col(i);
      sums_.col(chunk) = sum;
    });
  }

 private:
  using Data = Eigen::Array<Real, lanes, Eigen::Dynamic>;
  Data data_, sums_;
};

template <class Real>
class Rotating {
 public:
  explicit Rotating(const IncrementalPotential<double>& problem) {
    if (problem.mesh->tet_count() == 0) return;  // springs have no rotations
    Reduced<double> F(problem.mesh->tet_count(), 9);
    problem.potentials.front()->reduce(problem.inertial_positions, F);
    // The last tets, which do not fill a pack, are left out.
    F_.resize(static_cast<std::size_t>(F.rows()) / width);
    for (std::size_t tet = 0; tet < F_.size() * width; ++tet) {
      const Matrix3<double> matrix = F.row(static_cast<Index>(tet)).reshaped(3, 3);
      set_lane(F_[tet / width], static_cast<int>(tet % width), matrix.cast<Real>());
    }
    R_ = F_;
  }
  void iterate() {
    parallel_chunks(static_cast<Index>(F_.size()), [&](Index begin, Index end, Index) SIMBENCH_FLATTEN {
      for (Index pack = begin; pack < end; ++pack) R_[pack] = closest_rotation(F_[pack]);
    });
  }

 private:
  static constexpr std::size_t width = lane_count<Lanes<Real>>;
  std::vector<Matrix3<Lanes<Real>>> F_, R_;
};

template <class Work>
Contestant contestant(std::string name, int threads, Work work) {
  const auto shared = std::make_shared<Work>(std::move(work));
  return {.name = std::move(name),
          .threads = threads,
          .begin = [] {},
          .iterate = [shared] { return shared->iterate(), true; }};
}

}  // namespace

std::size_t factor_size(const IncrementalPotential<double>& problem) {
  SparseCholesky<double> cholesky;
  cholesky.factorize(problem.stiffness_matrix());
  return cholesky.factor_bytes() / sizeof(double);
}

Contestant reading(std::size_t numbers, Precision precision, int threads) {
  return precision == Precision::double_precision ? contestant("reading", threads, Reading<double>(numbers))
                                                  : contestant("reading", threads, Reading<float>(numbers));
}

Contestant rotating(const IncrementalPotential<double>& problem, Precision precision, int threads) {
  return precision == Precision::double_precision ? contestant("rotating", threads, Rotating<double>(problem))
                                                  : contestant("rotating", threads, Rotating<float>(problem));
}

}  // namespace simbench::benchmarks

#include "floor.h"

#include <Eigen/SparseCholesky>

#include "math/closest_rotation.h"
#include "math/parallel.h"

namespace simbench::benchmarks {

namespace {

template <class Real>
class Reading {
 public:
  static constexpr int lanes = 32;  // sums that do not wait for each other

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
  explicit Rotating(const ImplicitEulerProblem<double>& problem) {
    Reduced<double> F(9, problem.mesh->tet_count());
    problem.terms.front()->reduce(problem.inertial_positions, F);
    F_ = F.cast<Real>();
    R_ = F_;
  }
  void iterate() {
    parallel_chunks(F_.cols(), [&](Index begin, Index end, Index) {
      for (Index tet = begin; tet < end; ++tet)
        R_.col(tet) = closest_rotation(Matrix3<Real>(F_.col(tet).reshaped(3, 3))).reshaped();
    });
  }

 private:
  Reduced<Real> F_, R_;
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

std::size_t factor_size(const ImplicitEulerProblem<double>& problem) {
  struct Analysis : Eigen::SimplicialLDLT<SparseMatrix<double>> {
    std::size_t size() const { return static_cast<std::size_t>(m_matrix.nonZeros()); }
  } analysis;
  analysis.analyzePattern(problem.stiffness_matrix());
  return analysis.size();
}

Contestant reading(std::size_t numbers, Precision precision, int threads) {
  return precision == Precision::double_precision ? contestant("reading", threads, Reading<double>(numbers))
                                                  : contestant("reading", threads, Reading<float>(numbers));
}

Contestant rotating(const ImplicitEulerProblem<double>& problem, Precision precision, int threads) {
  return precision == Precision::double_precision ? contestant("rotating", threads, Rotating<double>(problem))
                                                  : contestant("rotating", threads, Rotating<float>(problem));
}

}  // namespace simbench::benchmarks

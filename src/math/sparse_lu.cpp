#include "math/sparse_lu.h"

#include <Eigen/SparseLU>

#include "math/work.h"

namespace simbench {

template <class Real>
struct SparseLu<Real>::Factorisation : Eigen::SparseLU<Eigen::SparseMatrix<Real>> {};

template <class Real>
SparseLu<Real>::SparseLu() : factorisation_(std::make_unique<Factorisation>()) {}
template <class Real>
SparseLu<Real>::~SparseLu() = default;

template <class Real>
bool SparseLu<Real>::factorize(const Eigen::SparseMatrix<Real>& A) {
  ++work_done.factorisations;
  factorisation_->compute(A);
  return factorisation_->info() == Eigen::Success;
}

template <class Real>
VectorX<Real> SparseLu<Real>::solve(const VectorX<Real>& b) const {
  ++work_done.solves;
  return factorisation_->solve(b);
}

template class SparseLu<double>;
template class SparseLu<float>;

}  // namespace simbench

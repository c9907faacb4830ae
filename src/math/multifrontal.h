// The elimination that is common to all uses of a sparse Cholesky factorisation A = L Lᵀ: supernode by supernode from the leaves
// of the elimination tree to its roots (the multifrontal method: Duff and Reid 1983; Liu 1992).
#pragma once

#include <Eigen/SparseCore>
#include <functional>
#include <vector>

#include "math/matrix_defect.h"
#include "math/supernodes.h"
#include "math/types.h"

namespace simbench {

template <class Real>
using SparseMatrix = Eigen::SparseMatrix<Real, Eigen::ColMajor, int>;

template <class Real>
class Multifrontal {
 public:
  using Matrix = Eigen::Matrix<Real, Eigen::Dynamic, Eigen::Dynamic>;

  // A subtree of the elimination tree: supernodes [begin, end) that one thread works on, whoever that is; the last one is
  // the root.
  struct Subtree {
    int begin, end;
  };

  // Orders and analyses the pattern of the lower triangle of A (compressed). Needed once a pattern. With block > 1 each
  // `block` consecutive unknowns share their pattern: A consists of dense blocks.
  void analyze(const SparseMatrix<Real>& A, int block = 1);

  // Eliminates A, whose pattern has been analysed, and hands over each supernode's columns [L_ss; L_rs], the triangle above the
  // diagonal of L_ss being anything; children before parents, subtrees at the same time. False if A has a non-finite entry
  // or is not positive definite; defect() then says which. Only the lower triangle is read.
  using Keep = std::function<void(int supernode, Matrix& columns)>;
  bool eliminate(const SparseMatrix<Real>& A, const Keep& keep);

  // Eliminates A and solves A x = b in place, once, without what SparseCholesky does to prepare for many solves.
  bool solve_once(const SparseMatrix<Real>& A, Eigen::Ref<VectorX<Real>> x);

  MatrixDefect defect() const { return defect_; }
  const char* ordering() const { return supernodes_.ordering; }  // empty before analyze()
  const Supernodes& supernodes() const { return supernodes_; }
  const std::vector<Subtree>& subtrees() const { return subtrees_; }
  const std::vector<int>& top() const { return top_; }  // the supernodes above all subtrees

 private:
  void find_subtrees();
  void find_parent_rows();
  void find_entries(const SparseMatrix<Real>& A);
  bool eliminate(int s, const SparseMatrix<Real>& A, std::vector<Matrix>& updates, const Keep& keep) const;

  Supernodes supernodes_;
  std::vector<Subtree> subtrees_;
  std::vector<int> top_;
  // Of each supernode, in supernodes_.row's places: a row's number among the parent's rows.
  std::vector<int> parent_row_;
  // Entries of A's lower triangle, supernode by supernode: their place in A and in the supernode's columns.
  std::vector<int> entry_start_, entry_source_, entry_target_;
  std::vector<Matrix> columns_;  // of solve_once
  MatrixDefect defect_ = MatrixDefect::none;
};

}  // namespace simbench

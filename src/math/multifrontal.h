// The factorisation A = L Lᵀ of a sparse matrix, supernode by supernode from the leaves of the elimination
// tree to its roots (the multifrontal method: Duff and Reid 1983; Liu 1992). SparseCholesky and solve_once()
// both use it.
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

  // A subtree of the elimination tree: the supernodes [begin, end), of which the last one is the root. One
  // thread eliminates all of them.
  struct Subtree {
    int begin, end;
  };

  // Orders and analyses the pattern of A's lower triangle (A is compressed); one call per pattern. With block
  // > 1, A consists of dense blocks: each `block` consecutive unknowns share their pattern.
  void analyze(const SparseMatrix<Real>& A, int block = 1);

  // Eliminates A, whose pattern analyze() has seen, and passes each supernode's columns [L_ss; L_rs] to
  // `keep`. The entries of L_ss above the diagonal are undefined. Children come before parents, and several
  // threads may call `keep` for different subtrees at the same time. Returns false if A has a non-finite
  // entry or is not positive definite; defect() names the reason. Reads only the lower triangle.
  using Keep = std::function<void(int supernode, Matrix& columns)>;
  bool eliminate(const SparseMatrix<Real>& A, const Keep& keep);

  // Eliminates A and solves A x = b in place, for a matrix that is used once. SparseCholesky prepares for
  // many solves; this does not.
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
  // Has the shape of supernodes_.row. For each row below a supernode's own columns: its index among the rows
  // of the parent.
  std::vector<int> parent_row_;
  // Entries of A's lower triangle, supernode by supernode: their positions in A's values and in the
  // supernode's columns.
  std::vector<int> entry_start_, entry_source_, entry_target_;
  std::vector<Matrix> columns_;  // for solve_once
  MatrixDefect defect_ = MatrixDefect::none;
};

}  // namespace simbench

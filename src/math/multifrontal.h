// The factorisation A = L Lᵀ of a sparse matrix, supernode by supernode from the leaves of the elimination
// tree to its roots (the multifrontal method: Duff and Reid 1983; Liu 1992). SparseCholesky and solve_once()
// both use it.
#pragma once

#include <functional>
#include <vector>

#include "math/matrix_defect.h"
#include "math/sparse_matrix.h"
#include "math/supernodes.h"
#include "math/types.h"

namespace simbench {

template <class Real>
class Multifrontal {
 public:
  // A subtree of the elimination tree: the supernodes [begin, end), of which the last one is the root. One
  // thread eliminates all of them.
  struct Subtree {
    int begin, end;
  };

  // Orders and analyses the pattern of A's lower triangle (A is compressed); one call per pattern. With block
  // > 1, A consists of dense blocks: each `block` consecutive unknowns share their pattern, and the blocks on
  // the diagonal are stored whole.
  void analyze(const SparseMatrix<Real>& A, int block = 1);

  // Eliminates A, whose pattern analyze() has seen, and passes each supernode's columns [L_ss; L_rs] to
  // `keep`. The entries of L_ss above the diagonal are undefined. Children come before parents, and several
  // threads may call `keep` for different subtrees at the same time. Returns false if A has a non-finite
  // entry or is not positive definite; defect() names the reason. Uses only the lower triangle.
  using Columns = Eigen::Map<MatrixX<Real>>;
  using Keep = std::function<void(int supernode, Columns& columns)>;
  bool eliminate(const SparseMatrix<Real>& A, const Keep& keep);

  // Eliminates A and solves A x = b in place, for a matrix that is used once. SparseCholesky prepares for
  // many solves; this does not.
  bool solve_once(const SparseMatrix<Real>& A, Eigen::Ref<VectorX<Real>> x);

  MatrixDefect defect() const { return defect_; }
  const char* ordering() const { return supernodes_.ordering; }  // empty before analyze()
  const Supernodes& supernodes() const { return supernodes_; }
  const std::vector<Subtree>& subtrees() const { return subtrees_; }
  Index update_memory() const { return updates_.size(); }  // numbers that solve_once() keeps for updates
  const std::vector<int>& top() const { return top_; }     // the supernodes above all subtrees

 private:
  // Some consecutive rows below a supernode's own columns, which are consecutive rows of its parent, too.
  struct Run {
    int begin, parent_begin, count;  // `begin` counts from the first row below the supernode's own columns
  };
  // Some consecutive entries of a column of A. They go to consecutive rows of a supernode's columns; if
  // target is negative, to consecutive columns of one row, the first entry to ~target.
  struct Entries {
    int source, target;
  };

  void find_subtrees();
  void find_sequence();
  void find_runs();
  template <class Block>
  void find_entries(const SparseMatrix<Real>& A, Block block);
  void place_updates();
  template <class Eliminate>
  bool eliminate_all(const SparseMatrix<Real>& A, const Eliminate& eliminate_supernode);
  bool eliminate(int s, const SparseMatrix<Real>& A, Columns L, bool shares);
  void add_children(int s, Columns& L, Index begin, Index end);
  Columns columns(int s) {
    return {factor_.data() + column_start_[s], supernodes_.height(s), supernodes_.width(s)};
  }

  Supernodes supernodes_;
  int block_ = 1;
  std::vector<Subtree> subtrees_;
  std::vector<int> top_;
  std::vector<int> subtree_of_;  // each supernode's subtree; −1 above all of them
  std::vector<int> sequence_;    // the order in which supernodes are eliminated
  std::vector<int> run_start_;   // where each supernode's runs start; supernodes + 1 entries
  std::vector<Run> runs_;
  std::vector<int> entry_start_;  // where each supernode's entries of A's lower triangle start
  std::vector<Entries> entries_;  // `block_` of A's entries each
  // The updates that supernodes leave to their parents. Memory is used again as soon as the parent has added
  // an update (place_updates).
  std::vector<Index> update_start_;
  VectorX<Real> updates_;
  bool is_concurrent_ = false;  // the subtrees' updates lie apart
  std::vector<Index> column_start_;
  VectorX<Real> factor_;  // for solve_once: the columns of all supernodes
  MatrixDefect defect_ = MatrixDefect::none;
};

}  // namespace simbench

// Sparse Cholesky factorisation of a symmetric positive definite matrix by supernodes, and solves with one or three
// right-hand sides at once.
//
// The factor is kept for solving: for each supernode, with columns s and rows r below them, not L_ss and L_rs of
// A = L D Lᵀ (unit diagonal) but P = [L_ss⁻¹ − I; −L_rs L_ss⁻¹] (selective inversion: Raghavan 1998). Then L Y = B
// is x_{s,r} += P x_s from the leaves of the elimination tree to its roots, and Lᵀ X = D⁻¹ Y is x_s += Pᵀ x_{s,r}
// back again: products without a chain of dependences in a supernode, each of which streams the factor once.
#pragma once

#include <Eigen/SparseCore>
#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include "math/supernodes.h"
#include "math/types.h"

namespace simbench {

template <class Real>
using SparseMatrix = Eigen::SparseMatrix<Real, Eigen::ColMajor, int>;

template <class Real>
class SparseCholesky {
 public:
  static constexpr const char* ordering_name =
      "nested dissection (METIS), minimum degree (AMD) for small systems";

  // Orders and analyses the pattern of the lower triangle of A (compressed). Needed once a pattern. With block > 1 each
  // `block` consecutive unknowns share their pattern: A consists of dense blocks.
  void analyze(const SparseMatrix<Real>& A, int block = 1);

  // Factorises A, whose pattern has been analysed. False if A has a non-finite entry or is not positive
  // definite; failure() then says which. Only the lower triangle is read.
  bool factorize(const SparseMatrix<Real>& A);
  const std::string& failure() const { return failure_; }

  // Solves A X = B in place for B given transposed: one column an unknown, Components right-hand sides
  // interleaved. Components = 3: B is 3 × n, each row a right-hand side (positions). Components = 1: B is 1 ×
  // n. Allocates nothing. One caller at a time; the same bits for any number of threads.
  template <int Components>
  void solve_in_place(Eigen::Ref<Eigen::Matrix<Real, Components, Eigen::Dynamic>> B) const;

  // Bytes of P of all supernodes: what a solve streams twice.
  std::size_t factor_bytes() const { return static_cast<std::size_t>(factor_.size()) * sizeof(Real); }

 private:
  using Matrix = Eigen::Matrix<Real, Eigen::Dynamic, Eigen::Dynamic>;

  // A subtree of the elimination tree: supernodes that one thread works on, whoever that is. What they add to rows
  // outside of the subtree goes to places of the subtree's own in the workspace.
  struct Subtree {
    int begin, end;  // supernodes; the last one is the root
    Index places;    // first place: the rows of the root that are not its columns
  };

  // P is stored in panels of 8 rows (4 if the last ones suffice), from the last panel to the first, column by column,
  // and in as many columns as have entries left of the diagonal.
  static Index padded(Index height) { return (height + 3) / 4 * 4; }
  static Index panel_columns(Index width, Index end_row) { return std::min(width, end_row - 1); }

  void find_subtrees();
  void find_places();
  void find_entries(const SparseMatrix<Real>& A);
  bool eliminate(int s, const SparseMatrix<Real>& A, std::vector<Matrix>& updates);
  void store(int s, Eigen::Ref<Matrix> L);

  template <int Width>
  void forward(int s) const;
  template <int Width>
  void backward(int s) const;

  Supernodes supernodes_;
  std::vector<Subtree> subtrees_;
  std::vector<int> top_;  // the supernodes above all subtrees
  // Of each supernode, in supernodes_.row's places: a row's number among the parent's rows.
  std::vector<int> parent_row_;
  // Entries of A's lower triangle, supernode by supernode: their place in A and in the supernode's columns.
  std::vector<int> entry_start_, entry_source_, entry_target_;
  // The rows of each supernode as places in the workspace, filled up to a multiple of 4 by its last row.
  std::vector<int> place_start_, place_;
  std::vector<Index> panel_start_;  // of each supernode in factor_
  VectorX<Real> factor_;            // P, supernode by supernode
  VectorX<Real> inverse_diagonal_;  // D⁻¹
  mutable VectorX<Real>
      workspace_;  // 4 × places: the right-hand sides in the order of elimination, and subtrees' own
  std::string failure_;
};

}  // namespace simbench

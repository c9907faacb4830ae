// The elimination of multifrontal.h.
//
// Threads share the work on a supernode's columns L and on its update U (update_layout.h) by strips:
//
//      L_ss           the supernode's own columns
//      L_rs │ 0 │     the rows below them, and strip 0 of U
//           │   │ 1 │     strip 1 …
#include <algorithm>

#include "math/dense_cholesky.h"
#include "math/multifrontal.h"
#include "math/parallel.h"
#include "math/scratch.h"
#include "math/update_layout.h"
#include "math/work.h"

namespace simbench {

namespace {

// Calls body(begin, end) for each strip of [0, columns). The bits of a strip do not depend on the thread.
template <class Body>
void for_each_strip(Index columns, bool shares, const Body& body) {
  const Index count = (columns + strip_width - 1) / strip_width;
  const auto strip = [&](Index i) { body(i * strip_width, std::min(columns, (i + 1) * strip_width)); };
  if (shares) return parallel_tasks(count, strip);
  for (Index i = 0; i < count; ++i) strip(i);
}

}  // namespace

template <class Real>
template <class Eliminate>
bool Multifrontal<Real>::eliminate_all(const SparseMatrix<Real>& A, const Eliminate& eliminate_supernode) {
  defect_ = MatrixDefect::none;
  if (!Eigen::Map<const VectorX<Real>>(A.valuePtr(), A.nonZeros()).allFinite()) {
    defect_ = MatrixDefect::not_finite;
    return false;
  }
  place_updates();
  const auto eliminate_those = [&](const auto& is_chosen) {
    return std::ranges::all_of(sequence_, [&](int s) {
      return !is_chosen(s) || eliminate_supernode(s, !is_concurrent_ || subtree_of_[s] < 0);
    });
  };
  bool all_definite = true;
  if (is_concurrent_) {
    std::vector<char> definite(subtrees_.size());
    parallel_tasks(static_cast<Index>(subtrees_.size()), [&](Index t) {
      definite[t] = eliminate_those([&](int s) { return subtree_of_[s] == t; });
    });
    all_definite = std::ranges::all_of(definite, std::identity{}) &&
                   eliminate_those([&](int s) { return subtree_of_[s] < 0; });
  } else {
    all_definite = eliminate_those([](int) { return true; });
  }
  if (!all_definite) defect_ = MatrixDefect::not_positive_definite;
  return all_definite;
}

template <class Real>
bool Multifrontal<Real>::eliminate(const SparseMatrix<Real>& A, const Keep& keep) {
  const bool is_definite = eliminate_all(A, [&](int s, bool shares) {
    const Scratch<Real> memory(supernodes_.height(s) * supernodes_.width(s));
    Columns L(memory.values().data(), supernodes_.height(s), supernodes_.width(s));
    if (!eliminate(s, A, L, shares)) return false;
    keep(s, L);
    return true;
  });
  update_start_.clear();
  updates_.resize(0);
  return is_definite;
}

// Adds the updates of the children to the columns [begin, end) of L and U.
template <class Real>
void Multifrontal<Real>::add_children(int s, Columns& L, Index begin, Index end) {
  const Index width = L.cols(), below = L.rows() - width;
  const auto add = [](const Real* source, Index count, Real* target) {
    for (Index i = 0; i < count; ++i) target[i] += source[i];
  };
  for (int child = supernodes_.first_child[s]; child >= 0; child = supernodes_.sibling[child]) {
    const Index size = supernodes_.height(child) - supernodes_.width(child);
    const Run* const runs_end = runs_.data() + run_start_[child + 1];
    for (const Run* run = runs_.data() + run_start_[child]; run != runs_end; ++run) {
      const Index first = std::max<Index>(begin, run->parent_begin),
                  last = std::min<Index>(end, run->parent_begin + run->count);
      for (Index row = first; row < last; ++row) {
        const Index j = run->begin + row - run->parent_begin;
        const Real* source = updates_.data() + update_start_[child] + column_in_update(size, j);
        Real* target =
            row < width ? L.col(row).data()
                        : updates_.data() + update_start_[s] + column_in_update(below, row - width) - width;
        add(source + j, run->begin + run->count - j, target + row);
        for (const Run* later = run + 1; later != runs_end; ++later)
          add(source + later->begin, later->count, target + later->parent_begin);
      }
    }
  }
}

// Eliminates a supernode: its columns of A plus the updates of its children. Stores the update of its
// ancestors, which its parent adds. `shares` if threads share the work.
template <class Real>
bool Multifrontal<Real>::eliminate(int s, const SparseMatrix<Real>& A, Columns L, bool shares) {
  const Index width = L.cols(), below = L.rows() - width;
  for (Index j = 0; j < width; ++j) L.col(j).tail(L.rows() - j).setZero();
  for (int i = entry_start_[s]; i < entry_start_[s + 1]; ++i) {
    const auto [source, target] = entries_[i];
    Real* const first = L.data() + (target < 0 ? ~target : target);
    const Index step = target < 0 ? L.rows() : 1;
    for (int k = 0; k < block_; ++k) first[k * step] += A.valuePtr()[source + k];
  }
  for_each_strip(width, shares, [&](Index begin, Index end) { add_children(s, L, begin, end); });
  const auto strip = [&](Index begin, Index end) {
    return Eigen::Map<MatrixX<Real>>(
        updates_.data() + update_start_[s] + strip_start(below, begin / strip_width), below - begin,
        end - begin);
  };
  for_each_strip(below, shares, [&](Index begin, Index end) {
    strip(begin, end).setZero();
    add_children(s, L, width + begin, width + end);
  });

  Eigen::Ref<MatrixX<Real>> L_ss = L.topRows(width), L_rs = L.bottomRows(below);
  if (!factorise_in_place<Real>(L_ss) || !L_ss.diagonal().allFinite()) return false;
  for_each_strip(below, shares, [&](Index begin, Index end) {
    solve_on_right<Real>(L_ss, L_rs.middleRows(begin, end - begin));
  });
  for_each_strip(below, shares, [&](Index begin, Index end) {
    const auto L_strip = L_rs.middleRows(begin, end - begin);
    Eigen::Map<MatrixX<Real>> U = strip(begin, end);
    subtract_square<Real>(U.topRows(end - begin), L_strip);
    subtract_product<Real>(U.bottomRows(below - end), L_rs.bottomRows(below - end), L_strip);
  });
  return true;
}

template <class Real>
bool Multifrontal<Real>::solve_once(const SparseMatrix<Real>& A, Eigen::Ref<VectorX<Real>> x) {
  factor_.resize(column_start_.back());
  ++work_done.factorisations;
  if (!eliminate_all(A, [&](int s, bool shares) { return eliminate(s, A, columns(s), shares); }))
    return false;
  ++work_done.solves;
  const Supernodes& nodes = supernodes_;
  VectorX<Real> ordered = x(nodes.order);
  const auto own = [&](int s) { return ordered.segment(nodes.first[s], nodes.width(s)); };
  const auto below = [&](int s) { return ordered(nodes.rows_below(s)); };
  for (int s = 0; s < nodes.count(); ++s) {  // L y = b
    const Index width = nodes.width(s);
    columns(s).topRows(width).template triangularView<Eigen::Lower>().solveInPlace(own(s));
    below(s) -= columns(s).bottomRows(nodes.height(s) - width) * own(s);
  }
  for (int s = nodes.count() - 1; s >= 0; --s) {  // Lᵀ x = y
    const Index width = nodes.width(s);
    own(s) -= columns(s).bottomRows(nodes.height(s) - width).transpose() * below(s);
    columns(s).topRows(width).template triangularView<Eigen::Lower>().transpose().solveInPlace(own(s));
  }
  x(nodes.order) = ordered;
  return true;
}

template bool Multifrontal<double>::eliminate(const SparseMatrix<double>&, const Keep&);
template bool Multifrontal<float>::eliminate(const SparseMatrix<float>&, const Keep&);
template bool Multifrontal<double>::solve_once(const SparseMatrix<double>&, Eigen::Ref<VectorX<double>>);
template bool Multifrontal<float>::solve_once(const SparseMatrix<float>&, Eigen::Ref<VectorX<float>>);

}  // namespace simbench

// A term of the objective that is no sum over fixed elements, for example contact, whose coupled vertices
// change with the positions, or a term that is written in Python. It belongs to one time step.
//
// Its value may be infinite where the positions are not allowed. Then a step must stay where it is finite:
// largest_step() tells how far a search may go.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "deformable/energy/forms.h"
#include "math/block_matrix.h"
#include "math/types.h"

namespace simbench {

// A block of a symmetric Hessian [N/m], on or below the diagonal: row >= column. A diagonal block is
// symmetric. Blocks of the same vertices add up.
template <class Real>
struct HessianBlock {
  int row, column;  // vertices
  Matrix3<Real> value;
};

// Appends the entries w c_i c_j of four vertices, both w c_i c_j and w c_j c_i.
template <class Real>
void append_weight(Real weight, const std::array<int, 4>& vertices, const Eigen::Matrix<Real, 4, 1>& c,
                   std::vector<Eigen::Triplet<Real>>& entries) {
  for (int i = 0; i < 4; ++i) {
    for (int j = 0; j < 4; ++j) {
      if (const Real entry = weight * c[i] * c[j]; entry != 0)
        entries.emplace_back(vertices[i], vertices[j], entry);
    }
  }
}

// Makes places for these blocks in a matrix. Returns whether it did not have them; then all its numbers are
// zero.
template <class Real>
bool make_places(const std::vector<HessianBlock<Real>>& blocks, BlockMatrix<Real>& matrix) {
  std::vector<std::array<int, 2>> pairs;
  for (const HessianBlock<Real>& block : blocks) {
    if (!matrix.couples(block.row, block.column)) pairs.push_back({block.row, block.column});
  }
  if (!pairs.empty()) matrix.couple(pairs);
  return !pairs.empty();
}

// A number that a term tells of positions, for a column of iterations.csv.
struct TermColumn {
  std::string_view name, unit, meaning;
};

// A constraint C(q) = n·Σ c_i x_i − b >= 0 [m] of four vertices, whose energy is C²/(2α) where it is
// violated.
template <class Real>
struct OneSidedConstraint {
  std::array<int, 4> vertices;
  int kind;  // constraints of the same kind and vertices follow each other from one list to the next
  Vector3<Real> normal;               // n
  Eigen::Matrix<Real, 4, 1> weights;  // c
  Real bound;                         // b [m]
  Real compliance;                    // α [m/N]
};

// What the terms of a scene are, and which ones a solver takes, each kind with those before it: contact whose
// energy is quadratic (the penalty, without friction), the same with friction, contact, and terms of any
// kind.
enum class TermKind { none, quadratic_contact, quadratic_contact_with_friction, contact, any };

// How a search shortens a step to what terms allow: the whole step until the first pair of contact would
// touch (Li et al. 2020); or the step of each vertex, to less than half of the distance of its nearest pair
// (Chen et al. 2025, Offset Geometric Contact), or where it crosses a plane between the primitives of a pair
// ("divide and truncate", arXiv 2604.15513), along which moves stay free. Terms that know only the first way
// take that.
enum class StepFilter { ccd, offset, planes };

// What a solver that moves one vertex after the other sees of a term, as long as no vertex moves farther than
// longest_move() from the positions for which this object was made.
template <class Real>
class TermAtVertices {
 public:
  virtual ~TermAtVertices() = default;
  // Appends sets of vertices that the term may couple.
  virtual void append_couplings(std::vector<std::span<const int>>& couplings) const = 0;
  // Adds the gradient [N] and the Hessian [N/m], positive semidefinite, by the position of one vertex.
  virtual void add(int vertex, const Positions<Real>& positions, Vector3<Real>& gradient,
                   Matrix3<Real>& hessian) const = 0;
  virtual Real longest_move(int vertex) const = 0;  // [m]; may be infinite
};

template <class Real>
class Term {
 public:
  virtual ~Term() = default;

  virtual std::string_view name() const = 0;
  // Whether its value is energy that it stores; false: it dissipates, and total_energy leaves it out.
  virtual bool is_energy() const { return true; }
  // [J]; infinite where the positions are not allowed.
  virtual Real value(const Positions<Real>& positions) const = 0;
  // Adds the gradient [N] and returns the value [J]. Where the value is infinite, the gradient is undefined.
  virtual Real add_gradient(const Positions<Real>& positions, Positions<Real>& gradient) const = 0;
  // Appends the Hessian's blocks, exact or positive semidefinite.
  virtual void append_hessian(const Positions<Real>& positions, Definiteness definiteness,
                              std::vector<HessianBlock<Real>>& blocks) const = 0;
  // Appends entries w c_i c_j [N/m], on both sides of the diagonal, of a matrix W for S, the matrix of PD and
  // QN, which is the same for all three coordinates. W bounds the Hessian if closest points stay where they
  // are.
  virtual void append_stiffness(const Positions<Real>& /*positions*/,
                                std::vector<Eigen::Triplet<Real>>& /*entries*/) const {}
  // The largest part of the step `step` [m] that a search may try, in (0, 1]. The positions are allowed.
  virtual Real largest_step(const Positions<Real>& /*positions*/, const Positions<Real>& /*step*/) const {
    return 1;
  }
  // Shortens `step` [m]: then q + α step is allowed for α in [0, 1]. The positions are allowed.
  virtual void shorten(StepFilter /*filter*/, const Positions<Real>& positions, Positions<Real>& step) const {
    step *= largest_step(positions, step);
  }
  // Null if the term cannot be seen vertex by vertex.
  virtual std::unique_ptr<TermAtVertices<Real>> at_vertices(const Positions<Real>& /*positions*/) const {
    return nullptr;
  }
  // The term as constraints for the way from `start` (allowed) to `end`, in ascending order of kind and
  // vertices. Empty also if the term has no such form.
  virtual std::vector<OneSidedConstraint<Real>> one_sided_constraints(const Positions<Real>& /*start*/,
                                                                      const Positions<Real>& /*end*/) const {
    return {};
  }
  // The term as inequalities for the augmented Lagrangian method (Nocedal and Wright 2006, Sec. 17.4): a
  // penalty for what violates them, `penalty` times as stiff as this term, with multipliers, which are zero
  // first. Null if the term has no such form.
  virtual std::shared_ptr<Term<Real>> with_multipliers(Real /*penalty*/) const { return nullptr; }
  // Sets the multipliers to the forces of that penalty at these positions.
  virtual void update_multipliers(const Positions<Real>& /*positions*/) {}
  // The coefficient of friction that it gives to one-sided constraints of these vertices, those of two edges
  // or of a vertex and a triangle.
  virtual Real friction_of(const std::array<int, 4>& /*vertices*/, bool /*is_of_edges*/) const { return 0; }
  // Whether positions that no search has reached are allowed, if a finite value() does not tell.
  virtual bool allows(const Positions<Real>& /*positions*/) const { return true; }
  // By how much surfaces overlap that the term's energy should hold apart [m]: empty if the term has no such
  // number, NaN if it does not know it at these positions.
  virtual std::optional<double> penetration(const Positions<Real>& /*positions*/) const { return {}; }
  // The numbers of its own columns at these positions; NaN where there is none.
  virtual void measure(const Positions<Real>& /*positions*/, std::span<double> /*numbers*/) const {}

  // dᵀ H d [J] with the exact Hessian; d: 3 × vertices [m].
  Real curvature(const Positions<Real>& positions, const Positions<Real>& direction) const {
    std::vector<HessianBlock<Real>> blocks;
    append_hessian(positions, Definiteness::exact, blocks);
    Real sum = 0;
    for (const HessianBlock<Real>& block : blocks) {
      const Real part = direction.col(block.row).dot(block.value * direction.col(block.column));
      sum += block.row == block.column ? part : 2 * part;
    }
    return sum;
  }
};

}  // namespace simbench

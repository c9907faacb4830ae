// All tets of a mesh under one law. F_j = D_s D_m⁻¹ is constant in each tet; D_j q = F_j; ψ_j = V_j Ψ(F_j). The loops take as
// many tets at once as the instruction set has lanes (tet_pack.h).
#pragma once

#include <numeric>

#include "energy/element_scatter.h"
#include "energy/energy_term.h"
#include "energy/prox.h"
#include "energy/tet_pack.h"
#include "energy/tet_sweep.h"

namespace simbench {

template <template <class> class Law, class Real>
class TetTerm final : public EnergyTerm<Real> {
 public:
  using Parameters = typename Law<double>::Parameters;

  TetTerm(std::shared_ptr<const TetMesh> mesh, const Parameters& parameters)
      : mesh_(std::move(mesh)),
        parameters_(parameters),
        law_(parameters),
        pack_law_(parameters),
        stiffnesses_(law_.quadratic_stiffness() * tet_volumes(*mesh_, mesh_->rest_positions).cast<Real>()),
        corners_(occurrences({mesh_->tets.data(), static_cast<std::size_t>(mesh_->tets.size())},
                             mesh_->vertex_count())),
        scatter_(mesh_->tets, mesh_->vertex_count()),
        partial_sums_(chunk_count(mesh_->tet_count())) {
    std::vector<int> tets(static_cast<std::size_t>(mesh_->tet_count()));
    std::iota(tets.begin(), tets.end(), 0);
    packs_.reserve(tets.size() / width + 1);
    for (std::size_t tet = 0; tet < tets.size(); tet += width) {
      packs_.push_back(
          tet_pack<Real>(*mesh_, std::span(tets).subspan(tet, std::min(width, tets.size() - tet))));
    }
  }

  TermKind kind() const override { return TermKind::material; }
  std::string_view law() const override { return Law<Real>::name; }
  Index element_count() const override { return mesh_->tet_count(); }

  Real value(const Positions<Real>& positions) const override {
    for_each_chunk([&](Index begin, Index end, Index chunk) SIMBENCH_FLATTEN {
      Real sum = 0;
      for_each_pack(begin, end, [&](const Pack& pack, Index, int count) {
        add_lanes(pack.volume * pack_law_.respond(pack.deformation_gradient(positions)).density, count, sum);
      });
      partial_sums_[chunk] = sum;
    });
    return total();
  }

  Real add_gradient(const Positions<Real>& positions, Positions<Real>& gradient) const override {
    for_each_chunk([&](Index begin, Index end, Index chunk) SIMBENCH_FLATTEN {
      Real sum = 0;
      scatter_.clear(chunk);
      for_each_pack(begin, end, [&](const Pack& pack, Index tet, int count) {
        const Response<Number> response = pack_law_.respond(pack.deformation_gradient(positions));
        scatter_.add(tet, count, pack.corner_columns(pack.volume * response.stress));
        add_lanes(pack.volume * response.density, count, sum);
      });
      partial_sums_[chunk] = sum;
    });
    scatter_.gather(gradient);
    return total();
  }

  void add_hessian(const Positions<Real>& positions, Definiteness definiteness,
                   BlockMatrix<Real>& hessian) const override {
    for_each_pack(0, element_count(), [&](const Pack& pack, Index, int count) SIMBENCH_FLATTEN {
      const DensityHessian<Number> density =
          density_hessian(pack_law_, pack.deformation_gradient(positions), definiteness);
      Matrix3<Number> blocks[4][4];  // blocks[b][a] is blocks[a][b]ᵀ; rows and columns add up to zero
      for (int a = 1; a < 4; ++a) {
        const Vector3<Number> gradient = pack.rest_inverse.row(a - 1) * pack.volume;
        for (int b = 1; b <= a; ++b) {
          blocks[a][b] = density.block(gradient, pack.rest_inverse.row(b - 1));
          if (b < a) blocks[b][a] = blocks[a][b].transpose();
        }
      }
      for (int a = 1; a < 4; ++a) {
        blocks[a][0] = -(blocks[a][1] + blocks[a][2] + blocks[a][3]);
        blocks[0][a] = blocks[a][0].transpose();
      }
      blocks[0][0] = -(blocks[1][0] + blocks[2][0] + blocks[3][0]);
      for (int lane = 0; lane < count; ++lane) {
        for (int a = 0; a < 4; ++a) {
          for (int b = 0; b < 4; ++b) {
            const int row = pack.vertices[a][lane], column = pack.vertices[b][lane];
            if (row >= column) hessian.add(row, column, lane_of(blocks[a][b], lane));
          }
        }
      }
    });
  }

  void append_elements(std::vector<std::span<const int>>& elements) const override {
    for (Index tet = 0; tet < element_count(); ++tet) elements.emplace_back(mesh_->tets.col(tet).data(), 4);
  }

  Index reduced_size() const override { return 9; }
  const VectorX<Real>& stiffnesses() const override { return stiffnesses_; }

  void add_normal_matrix(const VectorX<Real>& weights,
                         std::vector<Eigen::Triplet<Real>>& entries) const override {
    for (Index tet = 0; tet < element_count(); ++tet) {
      const Eigen::Matrix<Real, 4, 3> shape_gradients = this->shape_gradients(tet);
      const Eigen::Matrix<Real, 4, 4> normal = weights[tet] * (shape_gradients * shape_gradients.transpose());
      for (int a = 0; a < 4; ++a) {
        for (int b = 0; b < 4; ++b)
          entries.emplace_back(mesh_->tets(a, tet), mesh_->tets(b, tet), normal(a, b));
      }
    }
  }

  void reduce(const Positions<Real>& positions, Reduced<Real>& y) const override {
    for_each_chunk([&](Index begin, Index end, Index) SIMBENCH_FLATTEN {
      for_each_pack(begin, end, [&](const Pack& pack, Index tet, int count) {
        store(pack.deformation_gradient(positions), y, tet, count);
      });
    });
  }

  void add_transposed(const VectorX<Real>& weights, const Reduced<Real>& y,
                      Positions<Real>& result) const override {
    add_columns(result, [&](const Pack& pack, Index tet, int count) {
      return pack.corner_columns(load(weights.data(), tet, count) * load(y, tet, count));
    });
  }

  bool can_project() const override {
    return requires(const Law<Real>& law, const Matrix3<Real>& F) {
      law.project(F);
    };
  }
  void add_projections(const Positions<Real>& positions, Positions<Real>& result) const override {
    if constexpr (requires(const Matrix3<Number>& F) { pack_law_.project(F); }) {
      add_columns(result, [&](const Pack& pack, Index, int) {
        const Number stiffness = pack_law_.quadratic_stiffness() * pack.volume;
        return pack.corner_columns(stiffness * pack_law_.project(pack.deformation_gradient(positions)));
      });
    } else {
      throw std::logic_error("this law has no projection");
    }
  }

  void split(const VectorX<Real>& squared_weights, int maximum_iterations, const Positions<Real>& positions,
             Reduced<Real>& z, Reduced<Real>& u, Positions<Real>& result) const override {
    add_columns(result, [&](const Pack& pack, Index tet, int count) {
      const Number weight = load(squared_weights.data(), tet, count);
      const Matrix3<Number> target = pack.deformation_gradient(positions) + load(u, tet, count);
      const Matrix3<Number> Z = prox(pack_law_, target, Number(weight / pack.volume), maximum_iterations);
      const Matrix3<Number> U = target - Z;
      store(Z, z, tet, count);
      store(U, u, tet, count);
      return pack.corner_columns(weight * (Z - U));
    });
  }

  int constraint_count(ConstraintForm form) const override {
    if constexpr (requires { law_.constraint_count(form); }) return law_.constraint_count(form);
    return 0;
  }
  std::unique_ptr<ConstraintSweep<Real>> constraint_sweep(
      ConstraintForm form, Real compliance_scale, std::span<const int> order,
      const VectorX<Real>& inverse_masses) const override {
    if constexpr (requires { law_.constraint_count(form); }) {
      return std::make_unique<TetSweep<Law, Real>>(*mesh_, pack_law_, form, law_.constraint_count(form),
                                                   compliance_scale, order, inverse_masses);
    } else {
      throw std::logic_error("this law has no XPBD constraint");
    }
  }

  void add_vertex_derivatives(const Positions<Real>& positions, Index vertex, Definiteness definiteness,
                              Vector3<Real>& gradient, Matrix3<Real>& hessian) const override {
    for (const int corner : corners_.of(vertex)) {
      const Index tet = corner / 4;
      const Vector3<Real> shape_gradient = shape_gradients(tet).row(corner % 4);
      const DensityHessian<Real> density =
          density_hessian(law_, deformation_gradient(positions, tet), definiteness);
      const SignedSvd<Real>& svd = density.svd;
      const Matrix3<Real> stress = svd.U * law_.gradient(svd.stretches).asDiagonal() * svd.V.transpose();
      gradient += volume(tet) * stress * shape_gradient;
      hessian += volume(tet) * density.block(shape_gradient, shape_gradient);
    }
  }

  std::shared_ptr<const EnergyTerm<float>> single_precision() const override {
    return std::make_shared<TetTerm<Law, float>>(mesh_, parameters_);
  }

 private:
  using Pack = TetPack<Real>;
  using Number = typename Pack::Number;
  static constexpr std::size_t width = Pack::width;

  template <class Body>
  void for_each_chunk(const Body& body) const {
    parallel_chunks(element_count(), body);
  }
  // body(pack, its first tet, how many of its lanes count) for the packs of a chunk.
  template <class Body>
  void for_each_pack(Index begin, Index end, const Body& body) const {
    constexpr Index step = width;
    for (Index tet = begin; tet < end; tet += step) {
      body(packs_[tet / step], tet, static_cast<int>(std::min(step, end - tet)));
    }
  }
  // Adds columns(pack, first tet, count) of all tets' corners to their vertices.
  template <class Columns>
  void add_columns(Positions<Real>& result, const Columns& columns) const {
    for_each_chunk([&](Index begin, Index end, Index chunk) SIMBENCH_FLATTEN {
      scatter_.clear(chunk);
      for_each_pack(begin, end, [&](const Pack& pack, Index tet, int count) {
        scatter_.add(tet, count, columns(pack, tet, count));
      });
    });
    scatter_.gather(result);
  }
  Real total() const { return std::accumulate(partial_sums_.begin(), partial_sums_.end(), Real(0)); }

  // One after the other, so that the sum does not depend on the number of lanes.
  static void add_lanes(const Number& values, int count, Real& sum) {
    for (int lane = 0; lane < count; ++lane) sum += values[lane];
  }
  // Lanes beyond `count` repeat the last.
  static Number load(const Real* values, Index tet, int count) {
    if (count == static_cast<int>(width)) return Number(values + tet, std::experimental::element_aligned);
    return Number([&](int lane) { return values[tet + std::min(lane, count - 1)]; });
  }
  static Matrix3<Number> load(const Reduced<Real>& y, Index tet, int count) {
    Matrix3<Number> matrix;
    for (int i = 0; i < 9; ++i) matrix(i % 3, i / 3) = load(y.col(i).data(), tet, count);
    return matrix;
  }
  static void store(const Matrix3<Number>& matrix, Reduced<Real>& y, Index tet, int count) {
    for (int i = 0; i < 9; ++i) {
      Real* const values = y.col(i).data() + tet;
      if (count == static_cast<int>(width)) {
        matrix(i % 3, i / 3).copy_to(values, std::experimental::element_aligned);
      } else {
        for (int lane = 0; lane < count; ++lane) values[lane] = matrix(i % 3, i / 3)[lane];
      }
    }
  }

  // --- One tet ---
  Real volume(Index tet) const { return packs_[tet / width].volume[tet % width]; }
  Matrix3<Real> rest_inverse(Index tet) const {
    return lane_of(packs_[tet / width].rest_inverse, static_cast<int>(tet % width));
  }
  Matrix3<Real> deformation_gradient(const Positions<Real>& positions, Index tet) const {
    return tet_edges(positions, mesh_->tets.col(tet).data()) * rest_inverse(tet);
  }
  // The gradients of the four linear shape functions: F = Σ_c x_c (row c).
  Eigen::Matrix<Real, 4, 3> shape_gradients(Index tet) const {
    Eigen::Matrix<Real, 4, 3> gradients;
    gradients.template bottomRows<3>() = rest_inverse(tet);
    gradients.row(0) = -gradients.template bottomRows<3>().colwise().sum();
    return gradients;
  }

  std::shared_ptr<const TetMesh> mesh_;
  Parameters parameters_;
  Law<Real> law_;
  Law<Number> pack_law_;  // the same law of many tets at once
  std::vector<Pack> packs_;
  VectorX<Real> stiffnesses_;  // k V [J]
  Occurrences corners_;        // of a vertex: 4 · tet + corner
  // Workspace of the loops above, so that they allocate nothing; a term therefore serves one caller at a
  // time.
  mutable ElementScatter<Real> scatter_;
  mutable VectorX<Real> partial_sums_;
};

}  // namespace simbench

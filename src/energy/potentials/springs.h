// Springs along the edges of tets: k/2 (‖x₁ − x₀‖ − L)², L the length at rest.
#pragma once

#include <set>

#include "energy/elements.h"
#include "energy/pair_stencil.h"
#include "energy/unit_spring.h"
#include "mesh/point_selection.h"

namespace simbench {

struct Springs {
  static constexpr std::string_view name = "springs";
  static constexpr std::string_view summary = "k/2 (l - L)^2 of edges of tets, L their length at rest";
  template <class Real>
  using Batch = Elements<PairStencil, UnitSpring, Real>;

  double stiffness = 0;  // k [N/m]
  PointSelection vertices;

  void describe(config::Fields& fields) {
    fields.number("stiffness", stiffness,
                  {.unit = "N/m",
                   .doc = "k of each spring",
                   .range = config::positive,
                   .required = true,
                   .example = "1e4"});
    fields.object("vertices", [&](config::Fields& members) { vertices.describe(members); },
                  {.doc = "both ends of an edge are among these", .required = true});
  }

  SpringParameters parameters() const { return {stiffness}; }

  // Every edge once, in the order of its vertices. Throws Error (usage) if the selection holds no vertex.
  PairStencil stencil(const std::shared_ptr<const TetMesh>& mesh) const {
    const std::vector<int> chosen = vertices.of(mesh->rest_positions, "vertex");
    const auto is_chosen = [&](int vertex) {
      return std::binary_search(chosen.begin(), chosen.end(), vertex);
    };
    std::set<std::array<int, 2>> edges;
    for (const auto& tet : mesh->tets.colwise()) {
      for (int a = 0; a < 4; ++a) {
        for (int b = a + 1; b < 4; ++b) {
          if (is_chosen(tet[a]) && is_chosen(tet[b]))
            edges.insert({std::min(tet[a], tet[b]), std::max(tet[a], tet[b])});
        }
      }
    }
    VectorX<double> lengths(static_cast<Index>(edges.size()));
    Index i = 0;
    for (const auto& [a, b] : edges)
      lengths[i++] = (mesh->rest_positions.col(a) - mesh->rest_positions.col(b)).norm();
    return {{edges.begin(), edges.end()}, std::move(lengths)};
  }
};

}  // namespace simbench

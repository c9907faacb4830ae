// Springs along the edges of tets and triangles or between pairs of vertices: k/2 (‖x₁ − x₀‖ − L)² with the
// length L at rest.
#pragma once

#include <fmt/format.h>

#include <optional>
#include <set>

#include "base/error.h"
#include "deformable/energy/elements.h"
#include "deformable/energy/pair_stencil.h"
#include "deformable/energy/unit_spring.h"
#include "mesh/point_selection.h"

namespace simbench {

struct Springs {
  static constexpr std::string_view name = "springs";
  static constexpr std::string_view summary =
      "k/2 (l - L)^2 of edges of tets or triangles, or of pairs of vertices, L the length at rest";
  template <class Real>
  using Batch = Elements<PairStencil, UnitSpring, Real>;

  // Two vertices, and the spring's length at rest [m]; if empty, the length is their distance.
  struct Pair {
    std::vector<int> vertices;
    std::optional<double> length;
  };

  double stiffness = 0;  // k [N/m]
  bool is_of_edges = false;
  PointSelection vertices;  // ends of edges
  std::vector<Pair> pairs;

  void describe(config::Fields& fields) {
    fields.number("stiffness", stiffness,
                  {.unit = "N/m",
                   .doc = "k of each spring",
                   .range = config::positive,
                   .required = true,
                   .example = "1e4"});
    fields.optional_object(
        "vertices", is_of_edges, [&](config::Fields& members) { vertices.describe(members); },
        {.doc = "springs along the edges of tets or triangles with both ends among these"});
    fields.list(
        "pairs", pairs.size(), [&](std::size_t size) { pairs.resize(size); },
        [&](std::size_t i, config::Fields& members) {
          members.integers("vertices", pairs[i].vertices,
                           {.doc = "the two ends", .minimum = 0, .required = true, .example = "[0, 1]"});
          members.require(pairs[i].vertices.size() == 2 && pairs[i].vertices[0] != pairs[i].vertices[1],
                          "vertices", "a spring has two ends, which are different vertices");
          members.optional_number(
              "length", pairs[i].length,
              {.unit = "m",
               .doc = "length at rest; default: the distance of the ends in the body at rest",
               .range = config::positive,
               .example = "1.2"});
        },
        {.doc = "springs between these pairs of vertices; give either vertices or pairs"});
    fields.require(is_of_edges == pairs.empty(), "pairs", "give either vertices or pairs");
  }

  SpringParameters parameters() const { return {stiffness}; }

  // Edges are ordered by their vertices. Throws Error (usage) if there is no edge, if a vertex does not
  // exist, or if both ends are at the same place.
  PairStencil stencil(const std::shared_ptr<const TetMesh>& mesh) const {
    std::vector<std::array<int, 2>> ends;
    std::vector<std::optional<double>> lengths;
    if (is_of_edges) {
      ends = edges(*mesh);
      lengths.resize(ends.size());
    }
    for (const Pair& pair : pairs) {
      ends.push_back({pair.vertices[0], pair.vertices[1]});
      lengths.push_back(pair.length);
    }
    VectorX<double> at_rest(static_cast<Index>(ends.size()));
    for (std::size_t i = 0; i < ends.size(); ++i) {
      const auto& [a, b] = ends[i];
      if (std::max(a, b) >= mesh->vertex_count()) {
        throw Error(ExitCode::usage,
                    fmt::format("vertex {} does not exist; there are {} of them, counted from 0",
                                std::max(a, b), mesh->vertex_count()));
      }
      const double distance = (mesh->rest_positions.col(a) - mesh->rest_positions.col(b)).norm();
      at_rest[static_cast<Index>(i)] = lengths[i].value_or(distance);
      if (!(distance > 0))
        throw Error(ExitCode::usage,
                    fmt::format("vertices {} and {} are at the same place, so that a spring between them "
                                "has no direction; move one of them",
                                a, b));
    }
    return {std::move(ends), std::move(at_rest)};
  }

 private:
  // The edges of tets and triangles whose two ends are chosen, each once.
  std::vector<std::array<int, 2>> edges(const TetMesh& mesh) const {
    const std::vector<int> chosen = vertices.of(mesh.rest_positions, "vertex");
    const auto is_chosen = [&](int vertex) {
      return std::binary_search(chosen.begin(), chosen.end(), vertex);
    };
    std::set<std::array<int, 2>> edges;
    const auto insert_edges = [&](const auto& corners) {
      for (int a = 0; a < corners.size(); ++a) {
        for (int b = a + 1; b < corners.size(); ++b) {
          if (is_chosen(corners[a]) && is_chosen(corners[b]))
            edges.insert({std::min(corners[a], corners[b]), std::max(corners[a], corners[b])});
        }
      }
    };
    for (const auto& tet : mesh.tets.colwise()) insert_edges(tet);
    for (const auto& triangle : mesh.triangles.colwise()) insert_edges(triangle);
    return {edges.begin(), edges.end()};
  }
};

}  // namespace simbench

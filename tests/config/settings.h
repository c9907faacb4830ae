// A struct with one member of every kind, for the tests of reading, writing and the schema.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "config/fields.h"

namespace simbench::test {

struct Settings {
  struct Group {
    std::string name;
    double weight = 1;
    bool operator==(const Group&) const = default;
  };

  double time_step = 0.01;
  std::optional<double> density;
  int iterations = 100;
  std::optional<int> seed;
  bool gravity = true;
  std::string title = "untitled";
  std::string precision = "double";
  std::optional<double> stiffness;
  std::string stiffness_word = "material";
  Eigen::Vector3d up{0, 0, 1};
  Eigen::Vector3i cells{4, 4, 16};
  std::vector<int> frames{1, 2};
  double tolerance = 1e-6;
  bool has_output = false;
  int every = 1;
  std::vector<Group> groups;
  std::string model = "strain";
  double strain_stiffness = 1e5;
  double youngs_modulus = 0;
  double poisson_ratio = 0.3;
  std::string shape;
  double beam_length = 1;
  std::string mesh_file;

  bool operator==(const Settings&) const = default;

  void describe(config::Fields& fields) {
    static constexpr std::array<std::string_view, 1> stiffness_words{"material"};
    static constexpr std::array<std::string_view, 2> precisions{"single", "double"};
    static constexpr std::array<std::string_view, 2> models{"strain", "neo_hookean"};
    static constexpr std::array<std::string_view, 2> shapes{"beam", "mesh"};
    fields.number("time_step", time_step,
                  {.unit = "s", .doc = "step of implicit Euler", .range = config::positive});
    fields.optional_number("density", density,
                           {.range = {.minimum = -1, .maximum = 0.5, .maximum_open = true}});
    fields.integer("iterations", iterations, {.doc = "per step", .minimum = 0});
    fields.optional_integer("seed", seed, {});
    fields.boolean("gravity", gravity, {.doc = "whether bodies fall"});
    fields.text("title", title, {});
    fields.choice("precision", precision, precisions, {});
    fields.number_or_word("stiffness", stiffness, stiffness_word, stiffness_words,
                          {.unit = "Pa", .range = config::positive});
    fields.vector("up", up, {});
    fields.integer_triple("cells", cells, {.minimum = 1, .maximum = 1000});
    fields.integers("frames", frames, {.minimum = 0});
    fields.object(
        "solver",
        [&](config::Fields& inner) { inner.number("tolerance", tolerance, {.range = config::non_negative}); },
        {});
    fields.optional_object("output", has_output,
                           [&](config::Fields& inner) { inner.integer("every", every, {.required = true}); },
                           {});
    fields.list(
        "groups", groups.size(), [&](std::size_t size) { groups.resize(size); },
        [&](std::size_t i, config::Fields& inner) {
          inner.text("name", groups[i].name, {.required = true});
          inner.number("weight", groups[i].weight, {});
        },
        {});
    fields.object("material",
                  [&](config::Fields& material) {
                    material.variant(
                        "model", model, models,
                        [&](std::string_view word, config::Fields& inner) {
                          if (word == "strain") {
                            inner.number("strain_stiffness", strain_stiffness, {.range = config::positive});
                          } else {
                            inner.number("youngs_modulus", youngs_modulus, {.unit = "Pa", .required = true});
                            inner.number("poisson_ratio", poisson_ratio, {});
                          }
                        },
                        {.doc = "law"});
                    material.require(poisson_ratio < 0.5, "poisson_ratio", "0.5 would be incompressible");
                  },
                  {});
    fields.object("body",
                  [&](config::Fields& body) {
                    body.exactly_one(shape, shapes,
                                     [&](std::string_view word, config::Fields& inner) {
                                       if (word == "beam") inner.number("length", beam_length, {.unit = "m"});
                                       if (word == "mesh") inner.text("file", mesh_file, {.required = true});
                                     },
                                     {});
                  },
                  {});
  }
};

}  // namespace simbench::test

#include "deformable/scene/friction_choice.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/nearest_name.h"

namespace simbench {

void SurfacePart::describe(config::Fields& fields) {
  fields.text("name", name, {.doc = "of this part", .required = true, .example = "\"plate\""});
  config::object(fields, "vertices", vertices,
                 {.doc = "its vertices; a vertex of several parts is in the last one", .required = true});
}

void FrictionOfParts::describe(config::Fields& fields) {
  fields.texts("parts", parts,
               {.doc = "the names of two parts; twice the same one for pairs within it",
                .required = true,
                .example = "[\"plate\", \"block\"]"});
  fields.number("friction", friction,
                {.doc = "coefficient mu of pairs of which each side has all of its vertices in one of them",
                 .range = config::non_negative,
                 .required = true,
                 .example = "0.1"});
}

void FrictionChoice::describe(config::Fields& fields) {
  fields.number(
      "friction", friction,
      {.doc = "coefficient mu of friction of pairs that friction_of_parts does not name; forces and "
              "directions are those of contact at the start of the step",
       .range = config::non_negative});
  fields.list(
      "parts", parts.size(), [&](std::size_t size) { parts.resize(size); },
      [&](std::size_t i, config::Fields& members) {
        parts[i].describe(members);
        members.require(number_of(parts[i].name) == static_cast<int>(i), "name",
                        "another part has this name, too; take another one");
      },
      {.doc = "parts of the surface, which friction_of_parts names"});
  fields.list(
      "friction_of_parts", friction_of_parts.size(),
      [&](std::size_t size) { friction_of_parts.resize(size); },
      [&](std::size_t i, config::Fields& members) {
        friction_of_parts[i].describe(members);
        check(friction_of_parts[i], i, members);
      },
      {.doc = "coefficients of friction between parts, instead of friction"});
  fields.require(parts.empty() || !friction_of_parts.empty(), "parts",
                 "only friction_of_parts names parts, and there is none; give one, or leave the parts out");
  fields.unused(!has_friction(), {"slip_speed", "friction_lags"}, "friction", "there is no friction");
  fields.number(
      "slip_speed", slip_speed,
      {.unit = "m/s",
       .doc = "speed from which the whole friction acts; below it, a pair creeps instead of sticking",
       .range = config::positive});
  fields.integer(
      "friction_lags", friction_lags,
      {.doc = "how often each step is posed: first with the friction of the contacts at its start, "
              "then with that of those where it has ended; the column step counts each time",
       .minimum = 1,
       .maximum = 1000});
}

bool FrictionChoice::has_friction() const {
  return friction > 0 ||
         std::ranges::any_of(friction_of_parts, [](const auto& of) { return of.friction > 0; });
}

int FrictionChoice::number_of(const std::string& part) const {
  const auto found = std::ranges::find(parts, part, &SurfacePart::name);
  return found == parts.end() ? -1 : static_cast<int>(found - parts.begin());
}

void FrictionChoice::check(const FrictionOfParts& pair, std::size_t place, config::Fields& fields) const {
  fields.require(pair.parts.size() == 2, "parts", "expected the names of two parts");
  for (const std::string& name : pair.parts) {
    fields.require(number_of(name) >= 0, "parts",
                   fmt::format("no part of contact.parts has the name '{}'{}", name,
                               did_you_mean(name, names_of(parts))));
  }
  for (std::size_t i = 0; i < place; ++i)
    fields.require(!friction_of_parts[i].is_of(pair.parts[0], pair.parts[1]), "parts",
                   "another item has the same two parts; leave one of them out");
}

FrictionCoefficients FrictionChoice::coefficients(const Positions<double>& rest_positions) const {
  if (parts.empty()) return friction;
  std::vector<int> part_of(static_cast<std::size_t>(rest_positions.cols()), -1);
  for (const SurfacePart& part : parts) {
    for (const int vertex : part.vertices.of(rest_positions, "vertex"))
      part_of[vertex] = number_of(part.name);
  }
  const auto count = static_cast<Index>(parts.size());
  Eigen::MatrixXd between = Eigen::MatrixXd::Constant(count, count, friction);
  for (const FrictionOfParts& pair : friction_of_parts) {
    const int a = number_of(pair.parts[0]), b = number_of(pair.parts[1]);
    between(a, b) = between(b, a) = pair.friction;
  }
  return {friction, std::move(part_of), std::move(between)};
}

}  // namespace simbench

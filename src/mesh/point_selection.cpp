#include "mesh/point_selection.h"

#include <fmt/format.h>

namespace simbench::selections {

void Choice::describe(config::Fields& fields) {
  config::variant(
      fields, "select", kind,
      {.doc = "what has the extreme coordinate of the body at rest, what lies on a plane or in a box or a "
              "sphere, what is nearest to a point, numbers, or all",
       .required = true});
}

std::optional<int> Choice::side_axis() const {
  return std::visit(
      [](const auto& way) -> std::optional<int> {
        if constexpr (requires { way.axis; }) return way.axis;
        return {};
      },
      kind);
}

std::vector<int> Choice::of(const SelectablePoints& points) const {
  std::vector<int> result;
  std::visit(
      [&](const auto& way) {
        const auto is_chosen = way.chooser(points);
        for (Index i = 0; i < points.count(); ++i) {
          if (is_chosen(i)) result.push_back(static_cast<int>(i));
        }
      },
      kind);
  if (result.empty())
    throw Error(ExitCode::usage,
                fmt::format("the selection '{}' holds no {} of the mesh", name(), points.what));
  return result;
}

}  // namespace simbench::selections

#include "mesh/point_selection.h"

#include <fmt/format.h>

namespace simbench::selections {

template <class... More>
void Choice<More...>::describe(config::Fields& fields) {
  static constexpr std::string_view by_place =
      "which ones are chosen: those with the extreme coordinate of the body at rest, those on a plane, "
      "in a box or in a sphere, the one nearest to a point, those with given numbers, or all";
  static constexpr std::string_view by_place_or_tag =
      "which ones are chosen: those with the extreme coordinate of the body at rest, those on a plane, "
      "in a box or in a sphere, the one nearest to a point, those with given numbers, all, or those with "
      "a tag of the mesh's file";
  config::variant(fields, "select", kind,
                  {.doc = sizeof...(More) == 0 ? by_place : by_place_or_tag, .required = true});
}

template <class... More>
std::optional<int> Choice<More...>::side_axis() const {
  return std::visit(
      [](const auto& way) -> std::optional<int> {
        if constexpr (requires { way.axis; }) return way.axis;
        return {};
      },
      kind);
}

template <class... More>
std::vector<int> Choice<More...>::of(const SelectablePoints& points) const {
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

template struct Choice<>;
template struct Choice<Tag>;

}  // namespace simbench::selections

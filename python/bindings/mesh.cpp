#include "mesh.h"

#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "arrays.h"
#include "mesh/mesh_file.h"
#include "mesh/off.h"

namespace simbench::python {

namespace nb = nanobind;

namespace {

using Integers = nb::ndarray<nb::numpy, int>;

// A new array of one dimension.
Integers integers(std::vector<int> values) {
  auto kept = std::make_unique<std::vector<int>>(std::move(values));
  int* const data = kept->data();
  const std::size_t size = kept->size();
  const nb::capsule owner(kept.release(),
                          [](void* object) noexcept { delete static_cast<std::vector<int>*>(object); });
  return Integers(data, {size}, owner);
}

Positions<double> positions_of(const std::vector<double>& numbers) {
  return Eigen::Map<const Positions<double>>(numbers.data(), 3, static_cast<Index>(numbers.size() / 3));
}

auto read_tets(const std::string& file) {
  RawTets raw = read_raw_tets(file);
  return std::tuple(array_of(positions_of(raw.positions)), integers(std::move(raw.tets)),
                    integers(std::move(raw.tags)), integers(std::move(raw.facets)), std::move(raw.notes));
}

auto read_off(const std::string& file) {
  TriangleSurface surface = parse_off(surface_contents(file), file);
  const auto corners = surface.triangles.reshaped();
  return std::tuple(array_of(std::move(surface.vertices)), integers({corners.begin(), corners.end()}),
                    std::move(surface.notes));
}

}  // namespace

void bind_mesh(nb::module_& module) {
  module.def("read_tets", read_tets, nb::arg("file"));
  module.def("read_off", read_off, nb::arg("file"));
}

}  // namespace simbench::python

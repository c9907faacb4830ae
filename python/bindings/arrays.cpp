#include "arrays.h"

#include <fmt/format.h>

#include <memory>
#include <string>

namespace simbench::python {

namespace {

using AnyArray = nb::ndarray<nb::ro>;

// The type of a value and, of an array, its numbers and shape: "a float32 array of shape (5, 3)".
std::string description(nb::handle value) {
  if (!nb::hasattr(value, "shape") || !nb::hasattr(value, "dtype"))
    return "a value of type " + nb::cast<std::string>(nb::type_name(value.type()));
  return fmt::format("{} array of shape {}", nb::str(value.attr("dtype")).c_str(),
                     nb::str(value.attr("shape")).c_str());
}

AnyArray numbers_from(nb::handle value, const char* name, const std::string& expected) {
  AnyArray array;
  const bool is_array = nb::try_cast<AnyArray>(value, array);
  if (!is_array || array.dtype() != nb::dtype<double>())
    throw nb::type_error(
        fmt::format("{}: expected a float64 array {}; found {}", name, expected, description(value)).c_str());
  return array;
}

[[noreturn]] void refuse_shape(nb::handle value, const char* name, const std::string& expected) {
  throw nb::value_error(
      fmt::format("{}: expected a float64 array {}; found {}", name, expected, description(value)).c_str());
}

}  // namespace

Positions<double> positions_from(nb::handle value, Index rows, const char* name) {
  const std::string expected = fmt::format("of shape ({}, 3)", rows);
  const AnyArray array = numbers_from(value, name, expected);
  if (array.ndim() != 2 || static_cast<Index>(array.shape(0)) != rows || array.shape(1) != 3)
    refuse_shape(value, name, expected);
  using Strides = Eigen::Stride<Eigen::Dynamic, Eigen::Dynamic>;
  return Eigen::Map<const Positions<double>, Eigen::Unaligned, Strides>(
      static_cast<const double*>(array.data()), 3, rows, Strides(array.stride(0), array.stride(1)));
}

VectorX<double> vector_from(nb::handle value, Index size, const char* name) {
  const std::string expected = fmt::format("of {} numbers in C order", size);
  const AnyArray array = numbers_from(value, name, expected);
  Index stride = 1;
  for (std::size_t axis = array.ndim(); axis-- > 0;) {
    if (array.shape(axis) > 1 && array.stride(axis) != stride) refuse_shape(value, name, expected);
    stride *= static_cast<Index>(array.shape(axis));
  }
  if (static_cast<Index>(array.size()) != size) refuse_shape(value, name, expected);
  return Eigen::Map<const VectorX<double>>(static_cast<const double*>(array.data()), size);
}

ReadOnlyArray view(const Positions<double>& positions, nb::handle owner) {
  return ReadOnlyArray(positions.data(), {static_cast<std::size_t>(positions.cols()), 3}, owner);
}

ReadOnlyArray view(const VectorX<double>& values, nb::handle owner) {
  return ReadOnlyArray(values.data(), {static_cast<std::size_t>(values.size())}, owner);
}

OwnArray array_of(Positions<double> positions) {
  auto kept = std::make_unique<Positions<double>>(std::move(positions));
  const auto rows = static_cast<std::size_t>(kept->cols());
  double* const data = kept->data();
  const nb::capsule owner(kept.release(),
                          [](void* object) noexcept { delete static_cast<Positions<double>*>(object); });
  return OwnArray(data, {rows, 3}, owner);
}

nb::object scipy_matrix(const Eigen::SparseMatrix<double>& matrix) {
  const nb::module_ numpy = nb::module_::import_("numpy");
  const auto copied = [&](const auto* values, Index count) {
    using Value = std::remove_cvref_t<decltype(*values)>;
    return numpy.attr("array")(
        nb::ndarray<nb::numpy, const Value>(values, {static_cast<std::size_t>(count)}, nb::handle()));
  };
  const nb::object parts = nb::make_tuple(copied(matrix.valuePtr(), matrix.nonZeros()),
                                          copied(matrix.innerIndexPtr(), matrix.nonZeros()),
                                          copied(matrix.outerIndexPtr(), matrix.outerSize() + 1));
  return nb::module_::import_("scipy.sparse")
      .attr("csc_array")(parts, nb::arg("shape") = nb::make_tuple(matrix.rows(), matrix.cols()));
}

Eigen::SparseMatrix<double> matrix_from(nb::handle value) {
  const nb::module_ numpy = nb::module_::import_("numpy");
  const nb::object matrix = nb::module_::import_("scipy.sparse").attr("csc_array")(value);
  const auto shape = nb::cast<std::pair<Index, Index>>(matrix.attr("shape"));
  if (shape.first != shape.second)
    throw nb::value_error(fmt::format("the matrix: expected as many rows as columns; found {} and {}",
                                      shape.first, shape.second)
                              .c_str());
  matrix.attr("sort_indices")();
  const auto numbers = [&]<class Value>(const char* name, const char* type) {
    return nb::cast<nb::ndarray<const Value, nb::ndim<1>, nb::c_contig>>(
        numpy.attr("ascontiguousarray")(matrix.attr(name), type));
  };
  const auto values = numbers.operator()<double>("data", "float64");
  const auto rows = numbers.operator()<int>("indices", "int32");
  const auto starts = numbers.operator()<int>("indptr", "int32");
  return Eigen::Map<const Eigen::SparseMatrix<double>>(shape.first, shape.second,
                                                       static_cast<Index>(values.size()), starts.data(),
                                                       rows.data(), values.data());
}

}  // namespace simbench::python

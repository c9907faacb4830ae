#include "arrays.h"

#include <fmt/format.h>

#include <memory>
#include <string>

#include "texts.h"

namespace simbench::python {

namespace {

using AnyArray = nb::ndarray<nb::ro>;

// The type of a value and, of an array, its numbers and shape: "numpy.ndarray of float32 with shape (5, 3)".
std::string description(nb::handle value) {
  if (!nb::hasattr(value, "shape") || !nb::hasattr(value, "dtype"))
    return "a value of type " + text_of(nb::type_name(value.type()));
  return fmt::format("{} of {} with shape {}", text_of(nb::type_name(value.type())),
                     text_of(nb::object(value.attr("dtype"))), text_of(nb::object(value.attr("shape"))));
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

// An array with the numbers of a matrix, which it frees when Python no longer needs them.
template <class Matrix>
OwnArray taken_over(Matrix matrix, std::initializer_list<std::size_t> shape) {
  auto kept = std::make_unique<Matrix>(std::move(matrix));
  double* const data = kept->data();
  const nb::capsule owner(kept.release(), [](void* object) noexcept { delete static_cast<Matrix*>(object); });
  return OwnArray(data, shape, owner);
}

// The number of rows and columns of a matrix. A positive definite one has no empty row.
Index size_of(nb::handle value, std::optional<Index> expected) {
  const nb::object shape = value.attr("shape");
  if (nb::len(shape) != 2 || !shape[nb::int_(0)].equal(shape[nb::int_(1)]))
    throw nb::value_error(
        fmt::format("the matrix: expected as many rows as columns; found the shape {}", text_of(shape))
            .c_str());
  const auto size = nb::cast<Index>(shape[nb::int_(0)]);
  if (expected && size != *expected)
    throw nb::value_error(
        fmt::format("the matrix: expected {0} rows and columns; found {1}", *expected, size).c_str());
  if (!expected && nb::hasattr(value, "nnz") && nb::cast<Index>(value.attr("nnz")) < size)
    throw nb::value_error(fmt::format("the matrix is not positive definite: it has {} entries in {} rows",
                                      nb::cast<Index>(value.attr("nnz")), size)
                              .c_str());
  return size;
}

// The factorisation reads only the lower triangle.
void refuse_asymmetry(const Eigen::SparseMatrix<double>& matrix) {
  constexpr double tolerance = 1e-10;  // of the largest entry: a sum in another order
  if (matrix.nonZeros() == 0) return;
  const Eigen::SparseMatrix<double> transposed = matrix.transpose();
  const Eigen::SparseMatrix<double> difference = matrix - transposed;
  const double largest = matrix.coeffs().abs().maxCoeff();
  const double asymmetry = difference.nonZeros() == 0 ? 0 : difference.coeffs().abs().maxCoeff();
  if (asymmetry > tolerance * largest)
    throw nb::value_error(fmt::format("the matrix: expected a symmetric one; an entry differs by {:.3g} from "
                                      "that on the other side of the diagonal",
                                      asymmetry)
                              .c_str());
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
  const std::string expected = fmt::format("of {} numbers", size);
  if (static_cast<Index>(numbers_from(value, name, expected).size()) != size)
    refuse_shape(value, name, expected);
  const nb::object flat = value.attr("reshape")(-1);  // in C order
  const auto array = nb::cast<nb::ndarray<const double, nb::ndim<1>>>(flat);
  return Eigen::Map<const VectorX<double>, Eigen::Unaligned, Eigen::InnerStride<>>(
      array.data(), size, Eigen::InnerStride<>(array.stride(0)));
}

bool has_size(nb::handle value, Index size) {
  AnyArray array;
  return nb::try_cast<AnyArray>(value, array) && static_cast<Index>(array.size()) == size;
}

ReadOnlyArray view(const Positions<double>& positions, nb::handle owner) {
  return ReadOnlyArray(positions.data(), {static_cast<std::size_t>(positions.cols()), 3}, owner);
}

ReadOnlyArray view(const VectorX<double>& values, nb::handle owner) {
  return ReadOnlyArray(values.data(), {static_cast<std::size_t>(values.size())}, owner);
}

OwnArray array_of(Positions<double> positions) {
  const auto rows = static_cast<std::size_t>(positions.cols());
  return taken_over(std::move(positions), {rows, 3});
}

OwnArray array_of(VectorX<double> values) {
  const auto size = static_cast<std::size_t>(values.size());
  return taken_over(std::move(values), {size});
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

Eigen::SparseMatrix<double> matrix_from(nb::handle value, std::optional<Index> expected) {
  const nb::module_ numpy = nb::module_::import_("numpy");
  if (!nb::hasattr(value, "shape") || !nb::hasattr(value, "dtype") ||
      text_of(nb::object(value.attr("dtype"))) != "float64")
    throw nb::type_error(
        ("the matrix: expected one of scipy.sparse, or an array, of float64; found " + description(value))
            .c_str());
  const Index size = size_of(value, expected);  // before anything is allocated that depends on it
  nb::object matrix = nb::module_::import_("scipy.sparse").attr("csc_array")(value);
  matrix.attr("check_format")(true);
  if (!nb::cast<bool>(matrix.attr("has_canonical_format"))) {
    matrix = matrix.attr("copy")();  // the caller's matrix keeps its order
    matrix.attr("sum_duplicates")();
  }
  const auto numbers = [&]<class Value>(const char* name, const char* type) {
    return nb::cast<nb::ndarray<const Value, nb::ndim<1>, nb::c_contig>>(
        numpy.attr("ascontiguousarray")(matrix.attr(name), type));
  };
  const auto values = numbers.operator()<double>("data", "float64");
  const auto rows = numbers.operator()<int>("indices", "int32");
  const auto starts = numbers.operator()<int>("indptr", "int32");
  const Eigen::SparseMatrix<double> copy = Eigen::Map<const Eigen::SparseMatrix<double>>(
      size, size, static_cast<Index>(values.size()), starts.data(), rows.data(), values.data());
  refuse_asymmetry(copy);
  return copy;
}

}  // namespace simbench::python

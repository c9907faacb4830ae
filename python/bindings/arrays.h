// NumPy arrays and Eigen matrices. An array (n, 3) in C order has the same memory as a matrix 3 × n of ours.
// Arrays that come in are copied. Arrays that go out own their numbers, or are read-only views that keep
// their owner alive.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <Eigen/SparseCore>
#include <optional>

#include "math/types.h"

namespace simbench::python {

namespace nb = nanobind;

using ReadOnlyArray = nb::ndarray<nb::numpy, const double>;
using OwnArray = nb::ndarray<nb::numpy, double>;

// Copies an array (rows, 3) of float64. `name` stands for it in messages. Throws nb::type_error or
// nb::value_error, which say what was expected and what was found.
Positions<double> positions_from(nb::handle array, Index rows, const char* name);
// The same for an array of any shape with `size` numbers, in C order.
VectorX<double> vector_from(nb::handle array, Index size, const char* name);

// Whether it is an array with so many numbers.
bool has_size(nb::handle array, Index size);

// A read-only view, (n, 3) or (n,); `owner` keeps the numbers alive.
ReadOnlyArray view(const Positions<double>& positions, nb::handle owner);
ReadOnlyArray view(const VectorX<double>& values, nb::handle owner);
// A new array, (n, 3) or (n,), that takes over the numbers.
OwnArray array_of(Positions<double> positions);
OwnArray array_of(VectorX<double> values);

// A scipy.sparse.csc_array with copies of the numbers.
nb::object scipy_matrix(const Eigen::SparseMatrix<double>& matrix);
// From a symmetric float64 matrix of scipy.sparse, or an array. Without an `expected` number of rows, it is
// to be factorised, and must have at least an entry per row. Throws nb::type_error and nb::value_error.
Eigen::SparseMatrix<double> matrix_from(nb::handle matrix, std::optional<Index> expected = {});

}  // namespace simbench::python

// The program's readers of mesh files in Python.
#pragma once

#include <nanobind/nanobind.h>

namespace simbench::python {

void bind_mesh(nanobind::module_& module);

}  // namespace simbench::python

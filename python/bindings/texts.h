// Texts of Python and of C++.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <string>
#include <string_view>

namespace simbench::python {

// str(value) in Python.
inline std::string text_of(nanobind::handle value) {
  return nanobind::cast<std::string>(nanobind::str(value));
}

// Bytes that are not UTF-8, as a path may contain them, become escapes.
inline nanobind::object python_text(std::string_view text) {
  return nanobind::steal(
      PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "backslashreplace"));
}

}  // namespace simbench::python

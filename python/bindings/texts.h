// Texts of Python and of C++.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <string>
#include <string_view>

namespace simbench::python {

// str(value) in Python. Characters that UTF-8 cannot have (surrogates) become escapes, and so does NUL, at
// which a text of C would end.
inline std::string text_of(nanobind::handle value) {
  const nanobind::object bytes =
      nanobind::steal(PyUnicode_AsEncodedString(nanobind::str(value).ptr(), "utf-8", "backslashreplace"));
  if (!bytes.is_valid()) throw nanobind::python_error();
  const std::string text(PyBytes_AsString(bytes.ptr()), static_cast<std::size_t>(PyBytes_Size(bytes.ptr())));
  std::string visible;
  for (const char letter : text) visible += letter == '\0' ? std::string("\\0") : std::string(1, letter);
  return visible;
}

// Bytes that are not UTF-8, as a path may contain them, become escapes.
inline nanobind::object python_text(std::string_view text) {
  return nanobind::steal(
      PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "backslashreplace"));
}

}  // namespace simbench::python

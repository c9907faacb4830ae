// A Python object that C++ keeps, also in threads without Python's lock and until the process ends.
#pragma once

#include <nanobind/nanobind.h>

namespace simbench::python {

class KeptObject {
 public:
  explicit KeptObject(nanobind::object object) : object_(std::move(object)) {}
  ~KeptObject() {
    if (nanobind::is_alive()) {
      const nanobind::gil_scoped_acquire locked;
      object_.reset();
    } else {
      object_.release();  // Python has ended, and has freed it
    }
  }
  KeptObject(const KeptObject&) = delete;
  KeptObject& operator=(const KeptObject&) = delete;

  // The caller must hold Python's lock.
  const nanobind::object& get() const { return object_; }

 private:
  nanobind::object object_;
};

}  // namespace simbench::python

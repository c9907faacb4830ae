// The Python module simbench._core: the harness for Python. python/simbench wraps it.
#include <nanobind/nanobind.h>
#include <spdlog/sinks/base_sink.h>
#include <spdlog/spdlog.h>

#include <memory>

#include "base/build_info.h"
#include "base/error.h"
#include "base/stop_signal.h"
#include "problem.h"
#include "python_solver.h"
#include "scene.h"
#include "systems/register_systems.h"

namespace simbench::python {

namespace nb = nanobind;

namespace {

// Hands notes and warnings to Python's logger "simbench".
class LoggingSink : public spdlog::sinks::base_sink<std::mutex> {
  void sink_it_(const spdlog::details::log_msg& message) override {
    const nb::gil_scoped_acquire locked;
    const char* const method = message.level >= spdlog::level::err    ? "error"
                               : message.level >= spdlog::level::warn ? "warning"
                                                                      : "info";
    nb::module_::import_("logging")
        .attr("getLogger")("simbench")
        .attr(method)("%s", nb::str(message.payload.data(), message.payload.size()));
  }
  void flush_() override {}
};

// Errors of the harness become simbench.SimbenchError with the exit code of the program.
void translate(const std::exception_ptr& pointer, void*) {
  try {
    std::rethrow_exception(pointer);
  } catch (const Error& error) {
    const nb::object type = nb::module_::import_("simbench.errors").attr("SimbenchError");
    const nb::object raised = type(nb::str(error.what()), static_cast<int>(error.code()));
    PyErr_SetObject(type.ptr(), raised.ptr());
  }
}

}  // namespace

}  // namespace simbench::python

NB_MODULE(_core, module) {
  using namespace simbench::python;
  simbench::register_systems();
  simbench::StopSignal::pass_on(true);  // Python raises KeyboardInterrupt
  spdlog::set_default_logger(std::make_shared<spdlog::logger>("simbench", std::make_shared<LoggingSink>()));
  nb::register_exception_translator(translate);
  nb::set_leak_warnings(false);  // solvers of files stay registered until the process ends
  module.attr("version") = simbench::build_info().version;
  module.attr("build_id") = simbench::build_info().build_id;
  bind_problem(module);
  bind_python_solver(module);
  bind_scene(module);
  bind_run(module);
}

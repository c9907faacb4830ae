// Long work of C++ that Ctrl-C ends.
#pragma once

#include <nanobind/nanobind.h>

#include <csignal>
#include <exception>

#include "base/stop_signal.h"
#include "computing.h"
#include "messages.h"

namespace simbench::python {

// Ends the process if nothing handles the signal, as it would have done without simbench.
inline void raise_unhandled(int signal) {
  struct sigaction action {};
  ::sigaction(signal, nullptr, &action);
  if (!(action.sa_flags & SA_SIGINFO) && action.sa_handler == SIG_DFL) ::raise(signal);
}

// Does work without Python's lock, and then shows its messages. If a signal stops it, Python's handler is
// called afterwards: Ctrl-C raises KeyboardInterrupt.
template <class Work>
void do_interruptibly(const Work& work) {
  const LongComputing computing;
  int signal = 0;
  std::exception_ptr failure;
  {
    const nanobind::gil_scoped_release released;
    const StopSignal stop_signal;
    try {
      work();
    } catch (...) {
      failure = std::current_exception();
    }
    signal = StopSignal::received();
  }
  if (signal != 0 && !Computing::is_ending()) raise_unhandled(signal);
  if (PyErr_CheckSignals() != 0) failure = std::make_exception_ptr(nanobind::python_error());
  show_messages();
  if (failure) std::rethrow_exception(failure);
}

}  // namespace simbench::python

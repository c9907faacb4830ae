// Notes and warnings of the harness, for Python's logger "simbench".
#pragma once

namespace simbench::python {

// From now on, messages are kept until show_messages(). A logger is Python code, in which a signal can raise
// an exception, so it must not be called in the middle of work in C++.
void keep_messages();

// Hands the kept messages to the logger. The caller must hold Python's lock.
void show_messages();

}  // namespace simbench::python

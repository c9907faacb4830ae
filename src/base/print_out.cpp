#include "base/print_out.h"

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "base/error.h"
#include "base/visible.h"

namespace simbench {

namespace {

bool reader_is_needed = true;

void require_written(bool written) {
  if (written || (errno == EPIPE && !reader_is_needed)) return;
  if (errno == EPIPE) throw OutputClosed();
  throw Error(ExitCode::output, fmt::format("standard output: cannot write: {}", std::strerror(errno)));
}

}  // namespace

void ignore_closed_output() {
  reader_is_needed = false;
}

void print_text(std::string_view text) {
  require_written(write_visibly(text, stdout));
}

void print_raw(const std::string& text) {
  require_written(std::fputs(text.c_str(), stdout) >= 0);
}

void flush_output() {
  require_written(std::fflush(stdout) == 0);
}

}  // namespace simbench

#include "experiment/stop_signal.h"

namespace simbench {

namespace {

volatile std::sig_atomic_t signal_received = 0;

extern "C" void remember(int signal) {
  signal_received = signal;
  std::signal(signal, SIG_DFL);
}

}  // namespace

StopSignal::StopSignal()
    : previous_interrupt_(std::signal(SIGINT, remember)),
      previous_terminate_(std::signal(SIGTERM, remember)) {}

StopSignal::~StopSignal() {
  std::signal(SIGINT, previous_interrupt_);
  std::signal(SIGTERM, previous_terminate_);
}

const volatile std::sig_atomic_t* StopSignal::flag() {
  return &signal_received;
}

ExitCode StopSignal::exit_code() {
  return signal_received == SIGTERM ? ExitCode::terminated : ExitCode::interrupted;
}

}  // namespace simbench

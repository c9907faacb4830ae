#include "experiment/stop_signal.h"

namespace simbench {

namespace {

volatile std::sig_atomic_t signal_received = 0;

extern "C" void remember(int signal) {
  signal_received = signal;
  std::signal(signal, SIG_DFL);
}

}  // namespace

StopSignal::StopSignal() {
  struct sigaction action {};
  action.sa_handler = remember;  // without SA_RESTART: whoever waits in the system wakes up
  ::sigemptyset(&action.sa_mask);
  ::sigaction(SIGINT, &action, &previous_interrupt_);
  ::sigaction(SIGTERM, &action, &previous_terminate_);
}

StopSignal::~StopSignal() {
  ::sigaction(SIGINT, &previous_interrupt_, nullptr);
  ::sigaction(SIGTERM, &previous_terminate_, nullptr);
}

const volatile std::sig_atomic_t* StopSignal::flag() {
  return &signal_received;
}

ExitCode StopSignal::exit_code() {
  return signal_received == SIGTERM ? ExitCode::terminated : ExitCode::interrupted;
}

}  // namespace simbench

#include "base/stop_signal.h"

#include <algorithm>
#include <cstring>

namespace simbench {

namespace {

volatile std::sig_atomic_t signal_received = 0;
int objects = 0;
bool passes_on = false;
// The handlers before the outermost object, by their place in `signals`.
std::array<struct sigaction, StopSignal::signals.size()> outer{};

extern "C" void remember(int signal) {
  signal_received = signal;
  if (signal == SIGXCPU) return;
  const auto place = std::find(StopSignal::signals.begin(), StopSignal::signals.end(), signal);
  const struct sigaction& before = outer[static_cast<std::size_t>(place - StopSignal::signals.begin())];
  const bool is_function = before.sa_handler != SIG_DFL && before.sa_handler != SIG_IGN;
  if (!passes_on || !is_function) {
    std::signal(signal, SIG_DFL);
  } else {
    std::signal(signal, before.sa_handler);
    before.sa_handler(signal);
  }
}

}  // namespace

StopSignal::StopSignal() {
  const bool is_outermost = objects++ == 0;
  struct sigaction action {};
  action.sa_handler = remember;  // without SA_RESTART, so that blocking system calls return
  ::sigemptyset(&action.sa_mask);
  for (std::size_t i = 0; i < signals.size(); ++i) {
    ::sigaction(signals[i], nullptr, &previous_[i]);
    if (is_outermost) outer[i] = previous_[i];
    if (previous_[i].sa_handler != SIG_IGN) ::sigaction(signals[i], &action, nullptr);
  }
}

StopSignal::~StopSignal() {
  for (std::size_t i = 0; i < signals.size(); ++i) ::sigaction(signals[i], &previous_[i], nullptr);
  if (--objects == 0) signal_received = 0;
}

void StopSignal::pass_on(bool on) {
  passes_on = on;
}

void StopSignal::ask() {
  if (objects > 0 && signal_received == 0) signal_received = SIGTERM;
}

int StopSignal::received() {
  return signal_received;
}

ExitCode StopSignal::exit_code() {
  switch (signal_received) {
    case SIGTERM:
      return ExitCode::terminated;
    case SIGHUP:
      return ExitCode::hung_up;
    case SIGXCPU:
      return ExitCode::resources;
    default:
      return ExitCode::interrupted;
  }
}

std::string StopSignal::sentence() {
  if (signal_received == SIGXCPU) return "stopped: the limit of CPU time is reached";
  return std::string("stopped by SIG") + ::sigabbrev_np(signal_received);
}

}  // namespace simbench

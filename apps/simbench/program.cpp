#include "simbench/program.h"

#include <spdlog/sinks/base_sink.h>
#include <spdlog/spdlog.h>

#include <csignal>
#include <filesystem>
#include <memory>
#include <new>
#include <nlohmann/json.hpp>

#include "base/print_message.h"
#include "base/print_out.h"
#include "config/member.h"
#include "simbench/command_line.h"
#include "simbench/going_on.h"
#include "simbench/process.h"

namespace simbench {

namespace {

// Writes errors as failed() does, and warnings and notes with a word before them. The Python package does the
// same (errors.py).
class MessageSink : public spdlog::sinks::base_sink<spdlog::details::null_mutex> {
  void sink_it_(const spdlog::details::log_msg& message) override {
    const char* const word = message.level >= spdlog::level::err    ? ""
                             : message.level >= spdlog::level::warn ? "warning: "
                                                                    : "note: ";
    print_message(std::string("simbench: ") + word +
                  std::string(message.payload.data(), message.payload.size()) + "\n");
  }
  void flush_() override {}
};

// After a signal it names the command that does what is missing.
void tell_how_to_go_on(ExitCode code, int argc, char** argv) {
  const std::string command = command_to_go_on(code, {argv, argv + argc});
  if (!command.empty()) spdlog::info("to go on, type: {}", command);
}

// Ends the process as SIGPIPE would, because the reader has closed its output.
int end_by_sigpipe() {
  std::signal(SIGPIPE, SIG_DFL);
  std::raise(SIGPIPE);
  return 128 + SIGPIPE;  // if the signal is blocked
}

}  // namespace

int run_program(int argc, char** argv) {
  try {
    prepare_process();
    spdlog::set_default_logger(std::make_shared<spdlog::logger>("simbench", std::make_shared<MessageSink>()));
    const ExitCode code = execute_command_line(argc, argv);
    flush_output();
    tell_how_to_go_on(code, argc, argv);
    return static_cast<int>(code);
  } catch (const OutputClosed&) {
    return end_by_sigpipe();
  } catch (const Error& error) {
    const int code = failed(error.code(), error.what());
    tell_how_to_go_on(error.code(), argc, argv);
    return code;
  } catch (const std::filesystem::filesystem_error& error) {
    return failed(ExitCode::output, error.what());
  } catch (const std::bad_alloc&) {
    return failed(ExitCode::resources, out_of_memory);
  } catch (const nlohmann::json::exception& error) {  // somebody has changed a JSON file of simbench
    return failed(ExitCode::usage, "a JSON file has an unexpected structure: ", config::plain(error).c_str());
  } catch (const std::runtime_error& error) {  // from oneTBB, if there is no memory for a thread
    return failed(ExitCode::resources, "out of memory or threads: ", error.what());
  }
}

}  // namespace simbench

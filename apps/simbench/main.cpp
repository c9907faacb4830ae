// simbench: executes the command line, and turns errors into messages and exit codes.
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
#include "simbench/process.h"

namespace {

// Writes notes and warnings to standard error. print_message() escapes control characters in them.
class MessageSink : public spdlog::sinks::base_sink<spdlog::details::null_mutex> {
  void sink_it_(const spdlog::details::log_msg& message) override {
    spdlog::memory_buf_t line;
    formatter_->format(message, line);
    simbench::print_message(fmt::to_string(line));
  }
  void flush_() override {}
};

// Ends the process as SIGPIPE would, because the reader has closed its output.
int end_by_sigpipe() {
  std::signal(SIGPIPE, SIG_DFL);
  std::raise(SIGPIPE);
  return 128 + SIGPIPE;  // if the signal is blocked
}

}  // namespace

int main(int argc, char** argv) {
  using simbench::ExitCode, simbench::failed;
  try {
    simbench::prepare_process();
    spdlog::set_default_logger(std::make_shared<spdlog::logger>("simbench", std::make_shared<MessageSink>()));
    spdlog::set_pattern("simbench: %l: %v");
    const int code = static_cast<int>(simbench::execute_command_line(argc, argv));
    simbench::flush_output();
    return code;
  } catch (const simbench::OutputClosed&) {
    return end_by_sigpipe();
  } catch (const simbench::Error& error) {
    return failed(error.code(), error.what());
  } catch (const std::filesystem::filesystem_error& error) {
    return failed(ExitCode::output, error.what());
  } catch (const std::bad_alloc&) {
    return failed(ExitCode::resources, simbench::out_of_memory);
  } catch (const nlohmann::json::exception& error) {  // somebody has changed a JSON file of simbench
    return failed(ExitCode::usage,
                  "a JSON file has an unexpected structure: ", simbench::config::plain(error).c_str());
  } catch (const std::runtime_error& error) {  // from oneTBB, if there is no memory for a thread
    return failed(ExitCode::resources, "out of memory or threads: ", error.what());
  }
}

// simbench: does what the command line says, and turns errors into messages and exit codes.
#include <spdlog/sinks/base_sink.h>
#include <spdlog/spdlog.h>

#include <csignal>
#include <filesystem>
#include <memory>
#include <new>
#include <nlohmann/json.hpp>

#include "base/print_out.h"
#include "base/say.h"
#include "config/member.h"
#include "simbench/command_line.h"
#include "simbench/process.h"

namespace {

// Notes and warnings, on standard error and as visible as all else.
class Saying : public spdlog::sinks::base_sink<spdlog::details::null_mutex> {
  void sink_it_(const spdlog::details::log_msg& message) override {
    spdlog::memory_buf_t line;
    formatter_->format(message, line);
    simbench::say(fmt::to_string(line));
  }
  void flush_() override {}
};

// What a process does where nobody reads its output any more, unless it has something else to do.
int end_by_sigpipe() {
  std::signal(SIGPIPE, SIG_DFL);
  std::raise(SIGPIPE);
  return 128 + SIGPIPE;  // where that is blocked
}

}  // namespace

int main(int argc, char** argv) {
  using simbench::ExitCode, simbench::failed;
  try {
    simbench::prepare_process();
    spdlog::set_default_logger(std::make_shared<spdlog::logger>("simbench", std::make_shared<Saying>()));
    spdlog::set_pattern("simbench: %l: %v");
    const int code = static_cast<int>(simbench::execute_command_line(argc, argv));
    simbench::flush_output();
    return code;
  } catch (const simbench::ReaderLeft&) {
    return end_by_sigpipe();
  } catch (const simbench::Error& error) {
    return failed(error.code(), error.what());
  } catch (const std::filesystem::filesystem_error& error) {
    return failed(ExitCode::output, error.what());
  } catch (const std::bad_alloc&) {
    return failed(ExitCode::resources, simbench::out_of_memory);
  } catch (const nlohmann::json::exception& error) {  // a file of ours was changed where nobody looks first
    return failed(ExitCode::usage,
                  "a JSON file is not as simbench writes it: ", simbench::config::plain(error).c_str());
  } catch (const std::runtime_error& error) {  // from oneTBB, where there is no memory for a thread
    return failed(ExitCode::resources, "out of memory or threads: ", error.what());
  }
}

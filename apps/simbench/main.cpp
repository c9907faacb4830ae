// simbench: does what the command line says, and turns errors into messages and exit codes.
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include <cstdio>
#include <filesystem>
#include <iostream>
#include <new>
#include <nlohmann/json.hpp>
#include <system_error>

#include "config/member.h"
#include "simbench/command_line.h"
#include "simbench/process.h"

int main(int argc, char** argv) {
  using simbench::ExitCode, simbench::failed;
  try {
    simbench::prepare_process();
    spdlog::set_default_logger(spdlog::stderr_logger_st("simbench"));
    spdlog::set_pattern("simbench: %l: %v");
    const int code = static_cast<int>(simbench::execute_command_line(argc, argv));
    const bool written = std::fflush(stdout) == 0 && !std::ferror(stdout) && std::cout;
    return written ? code : failed(ExitCode::output, "standard output: cannot write");
  } catch (const simbench::Error& error) {
    return failed(error.code(), error.what());
  } catch (const std::filesystem::filesystem_error& error) {
    return failed(ExitCode::output, error.what());
  } catch (const std::system_error& error) {  // from printing to a full disk or a closed pipe
    return failed(ExitCode::output, "standard output: ", error.what());
  } catch (const std::bad_alloc&) {
    return failed(ExitCode::resources, simbench::out_of_memory);
  } catch (const nlohmann::json::exception& error) {  // a file of ours was changed where nobody looks first
    return failed(ExitCode::usage,
                  "a JSON file is not as simbench writes it: ", simbench::config::plain(error).c_str());
  } catch (const std::runtime_error& error) {  // from oneTBB, where there is no memory for a thread
    return failed(ExitCode::resources, "out of memory or threads: ", error.what());
  }
}

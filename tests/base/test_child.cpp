#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <chrono>
#include <csignal>
#include <fstream>
#include <functional>
#include <thread>

#include "base/atomic_file.h"
#include "base/child.h"
#include "base/temporary_folder.h"

using namespace simbench;
using simbench::TemporaryFolder;
namespace fs = std::filesystem;

namespace {

constexpr ChildLimits generous = {30, 4096};

ChildResult shell(const std::string& script, const ChildLimits& limits = generous) {
  return run_child("/bin/sh", {"-c", script}, limits);
}

double seconds_of(const std::function<void()>& action) {
  const auto begin = std::chrono::steady_clock::now();
  action();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

bool is_alive(pid_t process) {  // false for a zombie
  std::ifstream status("/proc/" + std::to_string(process) + "/stat");
  std::string id, name, state;
  return (status >> id >> name >> state) && state != "Z";
}

// The process id that a script writes to a file.
pid_t read_id(const fs::path& file) {
  pid_t id = 0;
  for (int i = 0; i < 500 && !(std::ifstream(file) >> id); ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return id;
}

bool dies_soon(pid_t process) {
  for (int i = 0; i < 10000 && is_alive(process); ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  return !is_alive(process);
}

}  // namespace

TEST_CASE("a child's exit code, arguments and both outputs come back") {
  const ChildResult result = run_child(
      "/bin/sh", {"-c", "echo \"$1\"; echo wrong >&2; read line || echo no input; exit 7", "sh", "a 'b' $c"},
      generous);
  CHECK(result.exit_code == 7);
  CHECK(result.signal == 0);
  CHECK_FALSE(result.timed_out);
  CHECK(result.output == "a 'b' $c\nwrong\nno input\n");
}

TEST_CASE("a child's result names the signal that ended it") {
  for (const int signal : {SIGSEGV, SIGABRT, SIGKILL, SIGINT}) {
    const ChildResult result = shell("echo before; kill -" + std::to_string(signal) + " $$");
    CHECK(result.exit_code == -1);
    CHECK(result.signal == signal);
    CHECK(result.output == "before\n");
  }
}

TEST_CASE("a missing or non-executable program is a child whose output says so") {
  const TemporaryFolder folder;
  std::ofstream(folder / "text") << "no program";
  for (const auto& [program, reason] :
       {std::pair(folder / "absent", "No such file"), std::pair(folder / "text", "Permission denied")}) {
    const ChildResult result = run_child(program, {}, generous);
    CHECK(result.exit_code == 127);
    CHECK(result.output.find(reason) != std::string::npos);
    CHECK(result.output.find(program.string()) != std::string::npos);
  }
}

TEST_CASE("a child that does not end is killed with what it has started") {
  const TemporaryFolder folder;
  const std::string script =
      "sleep 1000 & echo $! > " + (folder / "id").string() + "; trap '' TERM INT; while :; do :; done";
  ChildResult result;
  CHECK(seconds_of([&] { result = shell(script, {0.5, 4096}); }) < 100);
  CHECK(result.timed_out);
  CHECK(result.signal == SIGKILL);
  CHECK(dies_soon(read_id(folder / "id")));
}

TEST_CASE("a child that leaves a process behind with its output open ends all the same") {
  ChildResult result;
  CHECK(seconds_of([&] { result = shell("sleep 1000 & echo done"); }) < 100);
  CHECK(result.exit_code == 0);
  CHECK(result.output == "done\n");
}

TEST_CASE("a child that closes its outputs is waited for") {
  CHECK(seconds_of([&] { CHECK(shell("exec >&- 2>&-; sleep 0.3; exit 5").exit_code == 5); }) > 0.25);
}

TEST_CASE("only the end of megabytes of output is kept, and endless output ends at the time limit") {
  const ChildResult result = shell("head -c 5000000 /dev/zero | tr '\\0' x; echo; echo end");
  CHECK(result.exit_code == 0);
  CHECK(result.output.size() == std::size_t{64} << 10);
  CHECK(result.output.substr(result.output.size() - 5) == "\nend\n");
  CHECK(shell("yes", {0.3, 4096}).timed_out);
}

TEST_CASE("a child has no core file, and no more memory than it is allowed") {
  CHECK(shell("ulimit -c").output == "0\n");
  CHECK(shell("ulimit -v", {30, 100}).output == (child_memory_is_limited ? "102400\n" : "unlimited\n"));
}

TEST_CASE("a signal to this process ends the child, and the old signal handler returns") {
  static volatile std::sig_atomic_t handled = 0;
  for (const auto& [signal, code] :
       {std::pair(SIGINT, ExitCode::interrupted), std::pair(SIGTERM, ExitCode::terminated)}) {
    const TemporaryFolder folder;
    handled = 0;
    std::signal(signal, [](int number) { handled = number; });
    std::thread sender([&, number = signal] {
      read_id(folder / "id");
      ::kill(::getpid(), number);
    });
    ExitCode found = ExitCode::ok;
    try {
      shell("trap '' INT TERM; echo $$ > " + (folder / "id").string() + "; while :; do sleep 1; done");
    } catch (const Error& error) {
      found = error.code();
    }
    sender.join();
    CHECK(found == code);
    CHECK_FALSE(is_alive(read_id(folder / "id")));
    CHECK(handled == 0);
    std::raise(signal);
    CHECK(handled == signal);
    std::signal(signal, SIG_DFL);
  }
}

TEST_CASE("a child does not outlive a parent that is killed") {
  const TemporaryFolder folder;
  const pid_t parent = ::fork();
  if (parent == 0) {
    run_child("/bin/sh", {"-c", "echo $$ > " + (folder / "id").string() + "; exec sleep 1000"}, generous);
    ::_exit(0);
  }
  const pid_t child = read_id(folder / "id");
  REQUIRE(child > 0);
  CHECK(is_alive(child));
  ::kill(parent, SIGKILL);
  ::waitpid(parent, nullptr, 0);
  CHECK(dies_soon(child));
}

TEST_CASE("a copy of this process does its work, and its end is noticed at once") {
  Child child([] {
    std::fputs("said", stderr);
    return 9;
  });
  std::optional<ChildResult> result;
  const double seconds = seconds_of([&] {
    while (!(result = child.result())) Child::wait_for_any({&child}, 10000);
  });
  CHECK(result->exit_code == 9);
  CHECK(result->output == "said");
  CHECK(seconds < 8);  // the wait ends long before its time limit
  child.kill();        // does nothing to a child that has ended
}

TEST_CASE("a copy of this process is killed with its object") {
  const TemporaryFolder folder;
  {
    const Child child([&] {
      std::ofstream(folder / "id") << ::getpid() << std::endl;
      std::this_thread::sleep_for(std::chrono::seconds(1000));
      return 0;
    });
    REQUIRE(read_id(folder / "id") > 0);
  }
  CHECK(dies_soon(read_id(folder / "id")));
}

TEST_CASE("A process becomes another program, with its arguments, streams and exit code") {
  Child child([]() -> int {
    become_program("/bin/sh", {"-c", "echo \"$1\" >&2; exit 9", "sh", "two words"});
  });
  std::optional<ChildResult> result;
  while (!(result = child.result())) Child::wait_for_any({&child}, 100);
  CHECK(result->exit_code == 9);
  CHECK(result->output == "two words\n");
  CHECK_THROWS_WITH(become_program("/nowhere/program", {}),
                    Catch::Contains("cannot start '/nowhere/program'") && Catch::Contains("No such file"));
}

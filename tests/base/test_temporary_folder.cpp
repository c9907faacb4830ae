#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <fstream>
#include <set>

#include "base/temporary_folder.h"
#include "base/temporary_name.h"

using namespace simbench;
namespace fs = std::filesystem;

namespace {

// Points $TMPDIR to another folder while it lives.
class TemporaryPlace {
 public:
  TemporaryPlace() { ::setenv("TMPDIR", folder_.path().c_str(), 1); }
  ~TemporaryPlace() { ::unsetenv("TMPDIR"); }
  const fs::path& path() const { return folder_.path(); }
  std::set<std::string> names() const {
    std::set<std::string> found;
    for (const auto& entry : fs::directory_iterator(path())) found.insert(entry.path().filename().string());
    return found;
  }

 private:
  TemporaryFolder folder_;
};

// Another process that creates a temporary folder with a file and runs until it is killed.
struct OtherProcess {
  pid_t id;
  fs::path folder;

  OtherProcess() {
    std::array<int, 2> ends{};
    REQUIRE(::pipe(ends.data()) == 0);
    id = ::fork();
    if (id == 0) {
      const TemporaryFolder own;
      std::ofstream(own / "surface.off") << "OFF";
      const std::string name = own.path().string();
      if (::write(ends[1], name.data(), name.size()) > 0) ::pause();
      ::_exit(1);
    }
    std::array<char, 4096> name{};
    REQUIRE(::read(ends[0], name.data(), name.size() - 1) > 0);
    for (const int end : ends) ::close(end);
    folder = name.data();
  }
  void kill() const {
    ::kill(id, SIGKILL);
    ::waitpid(id, nullptr, 0);
  }
};

}  // namespace

TEST_CASE("A temporary folder vanishes with its object") {
  const TemporaryPlace place;
  {
    const TemporaryFolder one, other;
    CHECK(one.path() != other.path());
    std::ofstream(one / "file") << "x";
    CHECK(place.names().size() == 2);
  }
  CHECK(place.names().empty());
}

TEST_CASE("The folders of killed processes are removed, those of living ones stay") {
  const TemporaryPlace place;
  const OtherProcess process;
  TemporaryFolder::remove_leftovers();
  CHECK(fs::exists(process.folder / "surface.off"));
  process.kill();
  CHECK(fs::exists(process.folder / "surface.off"));
  TemporaryFolder::remove_leftovers();
  CHECK(place.names().empty());
}

TEST_CASE("Folders of other programs stay, even if their names look similar") {
  const TemporaryPlace place;
  const std::set<std::string> others = {"simbench-1", "simbench-notes", "simbench-AbCdEf",
                                        "simbench-0-123-0123456789ab"};
  for (const std::string& name : others) {
    fs::create_directory(place.path() / name);
    std::ofstream(place.path() / name / "file") << "mine";
  }
  const std::string link = temporary_name("simbench-0-"), file = temporary_name("simbench-1-");
  fs::create_directory_symlink(place.path() / "simbench-notes", place.path() / link);
  std::ofstream(place.path() / file) << "a file, and no folder";
  TemporaryFolder::remove_leftovers();
  std::set<std::string> all = others;
  all.insert({link, file});
  CHECK(place.names() == all);
  for (const std::string& name : others) CHECK(fs::exists(place.path() / name / "file"));
}

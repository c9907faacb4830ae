#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <fstream>
#include <optional>
#include <set>

#include "base/atomic_file.h"
#include "base/temporary_folder.h"
#include "base/temporary_name.h"
#include "tests/support/errors.h"

using namespace simbench;
using simbench::test::error_text;
namespace fs = std::filesystem;

namespace {

void write_plainly(const fs::path& path, const std::string& text) {
  std::ofstream(path) << text;
}

std::set<std::string> names(const fs::path& folder) {
  std::set<std::string> found;
  for (const auto& entry : fs::directory_iterator(folder)) found.insert(entry.path().filename().string());
  return found;
}

// The temporary_name() with this start of another process, which has ended.
std::string name_of_dead_process(const std::string& start) {
  const TemporaryFolder folder;
  const pid_t child = ::fork();
  if (child == 0) {
    std::ofstream(folder / "name") << temporary_name(start) << std::flush;
    ::_exit(0);
  }
  ::waitpid(child, nullptr, 0);
  return read_file(folder / "name");
}

}  // namespace

TEST_CASE("Regular files are read") {
  const TemporaryFolder folder;
  const std::string bytes("a\0b\r\n", 5);
  std::ofstream(folder / "ä b.txt", std::ios::binary) << bytes;
  fs::create_symlink(folder / "ä b.txt", folder / "link");
  CHECK(read_file(folder / "ä b.txt") == bytes);
  CHECK(read_file(folder / "link", 5) == bytes);
  CHECK(error_text(ExitCode::usage, [&] { read_file(folder / "link", 4); }) ==
        "cannot read '" + (folder / "link").string() + "': it is larger than 4 bytes");
}

TEST_CASE("Only regular files are read, and others are refused at once") {
  const TemporaryFolder folder;
  ::mkfifo((folder / "fifo").c_str(), 0600);
  using Catch::Matchers::EndsWith;
  CHECK_THAT(error_text(ExitCode::usage, [&] { read_file(folder.path()); }), EndsWith("it is a folder"));
  CHECK_THAT(error_text(ExitCode::usage, [&] { read_file(folder / "fifo"); }),
             EndsWith("not a regular file"));
  CHECK_THAT(error_text(ExitCode::usage, [&] { read_file("/dev/zero"); }), EndsWith("not a regular file"));
  CHECK_THAT(error_text(ExitCode::mesh, [&] { read_file(folder / "none", 10, ExitCode::mesh); }),
             EndsWith("/none': No such file or directory"));
}

TEST_CASE("A file is replaced as a whole, without traces") {
  const TemporaryFolder folder;
  write_file_atomically(folder / "a.csv", "one");
  write_file_atomically(folder / "a.csv", "two\n");
  CHECK(read_file(folder / "a.csv") == "two\n");
  CHECK(names(folder.path()) == std::set<std::string>{"a.csv"});
}

TEST_CASE("A file that cannot be written is an error that leaves nothing") {
  const TemporaryFolder folder;
  fs::create_directory(folder / "target");
  CHECK(error_text(ExitCode::output, [&] { write_file_atomically(folder / "target", "x"); }) ==
        "cannot write '" + (folder / "target").string() + "': Is a directory");
  CHECK_THAT(error_text(ExitCode::output, [&] { write_file_atomically(folder / "none/a", "x"); }),
             Catch::Matchers::EndsWith("No such file or directory"));
  CHECK(names(folder.path()) == std::set<std::string>{"target"});
}

TEST_CASE("A staged directory appears on commit") {
  const TemporaryFolder folder;
  const fs::path final_path = folder / "out/deep/qn";
  StagedDirectory staged(final_path);
  staged.write("iterations.csv", "1\n");
  CHECK_FALSE(fs::exists(final_path));
  CHECK(staged.path().parent_path() == final_path.parent_path());
  CHECK(names(staged.path()) == std::set<std::string>{"iterations.csv"});
  staged.commit();
  CHECK(staged.path() == final_path);
  CHECK(read_file(final_path / "iterations.csv") == "1\n");
  CHECK(names(final_path.parent_path()) == std::set<std::string>{"qn"});
}

TEST_CASE("A staged directory replaces the old one as a whole and keeps its siblings") {
  const TemporaryFolder folder;
  for (const char* sibling : {"qn", "pd", "qn2"}) {
    fs::create_directory(folder / sibling);
    write_plainly(folder / (std::string(sibling) + "/old"), "old");
  }
  {
    StagedDirectory staged(folder / "qn/");
    staged.write("new", "new");
    CHECK(names(folder / "qn") == std::set<std::string>{"old"});
    staged.commit();
  }
  CHECK(names(folder / "qn") == std::set<std::string>{"new"});
  CHECK(names(folder.path()) == std::set<std::string>{"qn", "pd", "qn2"});
  CHECK(read_file(folder / "pd/old") == "old");
  CHECK(read_file(folder / "qn2/old") == "old");
}

TEST_CASE("A staged directory without commit vanishes and leaves the old one") {
  const TemporaryFolder folder;
  fs::create_directory(folder / "qn");
  write_plainly(folder / "qn/old", "old");
  {
    StagedDirectory staged(folder / "qn");
    staged.write("new", "new");
    CHECK(names(folder.path()).size() == 2);
  }
  CHECK(names(folder.path()) == std::set<std::string>{"qn"});
  CHECK(names(folder / "qn") == std::set<std::string>{"old"});
}

TEST_CASE("A link is not followed") {
  const TemporaryFolder folder;
  fs::create_directories(folder / "disk/qn");
  fs::create_directory_symlink(folder / "disk/qn", folder / "qn");
  fs::create_directory_symlink(folder / "nowhere", folder / "pd");
  for (const char* name : {"qn", "qn/", "pd"}) {
    CHECK_THAT(error_text(ExitCode::output, [&] { StagedDirectory(folder / name); }),
               Catch::Matchers::Contains("it is a link"));
  }
  CHECK(names(folder.path()) == std::set<std::string>{"disk", "pd", "qn"});
  CHECK(names(folder / "disk/qn").empty());
}

TEST_CASE("Leftovers of killed processes beside the final place are removed, and everything else stays") {
  const TemporaryFolder folder;
  const std::string own = temporary_name(".qn.partial-");  // an earlier process had our id
  const std::string dead = name_of_dead_process(".qn.partial-");
  const std::string other_solver = name_of_dead_process(".pd.partial-");
  const std::set<std::string> others = {
      other_solver,     ".qn.partial-1",      ".qn.partial-12x", ".qn.partial-",
      ".qn.replaced-1", ".qn.replaced-notes", dead + "0",        ".qn.partial-1-0123456789ab"};
  std::set<std::string> all = others;
  all.insert({dead, own});
  for (const std::string& name : all) {
    fs::create_directory(folder / name);
    write_plainly(folder / (name + "/file"), "x");
  }
  {
    const StagedDirectory staged(folder / "qn");
    CHECK(names(staged.path()).empty());
  }
  CHECK(names(folder.path()) == others);
}

TEST_CASE("A folder whose replacement was interrupted comes back") {
  const TemporaryFolder folder;
  const std::string replaced = name_of_dead_process(".qn.replaced-");
  fs::create_directory(folder / replaced);
  write_plainly(folder / (replaced + "/old"), "old");
  { const StagedDirectory staged(folder / "qn"); }
  CHECK(names(folder.path()) == std::set<std::string>{"qn"});
  CHECK(read_file(folder / "qn/old") == "old");
}

TEST_CASE("Folders that cannot be written are errors before anything is computed") {
  const TemporaryFolder folder;
  write_plainly(folder / "file", "x");
  using Catch::Matchers::EndsWith;
  CHECK_THAT(error_text(ExitCode::output, [&] { StagedDirectory(folder / "file"); }),
             EndsWith("/file': Not a directory"));
  CHECK_THAT(error_text(ExitCode::output, [&] { StagedDirectory(folder / "file/qn"); }),
             EndsWith("/file': Not a directory"));
  CHECK_THAT(error_text(ExitCode::output, [&] { StagedDirectory(folder / "file/more/qn"); }),
             EndsWith("Not a directory"));
  CHECK(error_text(ExitCode::output, [&] { StagedDirectory("/proc/qn"); }) != "no error");
  CHECK(names(folder.path()) == std::set<std::string>{"file"});
  CHECK(read_file(folder / "file") == "x");
}

TEST_CASE("A table grows in a staged directory and appears whole on commit") {
  for (const Sync sync : {Sync::at_once, Sync::later}) {
    const TemporaryFolder folder;
    StagedDirectory staged(folder / "gs", sync);
    staged.append("bodies.csv", "step,x\n");
    staged.append("joints.csv", "");
    for (int step = 0; step < 100; ++step) staged.append("bodies.csv", std::to_string(step) + ",0\n");
    CHECK_FALSE(fs::exists(folder / "gs"));
    staged.commit();
    const std::string table = read_file(folder / "gs/bodies.csv");
    CHECK(table.starts_with("step,x\n0,0\n1,0\n"));
    CHECK(table.ends_with("\n99,0\n"));
    CHECK(std::ranges::count(table, '\n') == 101);
    CHECK(read_file(folder / "gs/joints.csv").empty());
  }
}

TEST_CASE("A failed write names the file") {
  const TemporaryFolder folder;
  StagedDirectory staged(folder / "qn");
  fs::create_symlink("/dev/full", staged.path() / "iterations.csv");
  const std::string expected =
      "cannot write '" + (staged.path() / "iterations.csv").string() + "': No space left on device";
  CHECK(error_text(ExitCode::output, [&] { staged.write("iterations.csv", "1"); }) == expected);
  CHECK(error_text(ExitCode::output, [&] { staged.append("iterations.csv", "1"); }) == expected);
}

TEST_CASE("A commit that fails leaves the final path alone") {
  const TemporaryFolder folder;
  {
    StagedDirectory staged(folder / "qn");
    staged.write("new", "new");
    fs::remove_all(staged.path());
    CHECK(error_text(ExitCode::output, [&] { staged.commit(); }) != "no error");
  }
  CHECK(names(folder.path()).empty());
}

#include "base/temporary_folder.h"

#include <fmt/format.h>
#include <stdlib.h>

#include <cerrno>
#include <cstring>

#include "base/error.h"

namespace simbench {

namespace fs = std::filesystem;

TemporaryFolder::TemporaryFolder() {
  std::error_code error;
  std::string name = (fs::temp_directory_path(error) / "simbench-XXXXXX").string();
  if (error || !::mkdtemp(name.data())) {
    throw Error(ExitCode::output,
                fmt::format("cannot create the temporary folder '{}': {}; $TMPDIR may name another place",
                            name, error ? error.message() : std::strerror(errno)));
  }
  path_ = name;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

}  // namespace simbench

#include "base/temporary_name.h"

#include <fmt/format.h>
#include <unistd.h>

#include "base/sha256.h"

namespace simbench {

namespace {

std::string sealed(std::string_view text) {
  return fmt::format("{}-{}", text, sha256(fmt::format("simbench {}", text)).substr(0, 12));
}

}  // namespace

std::string temporary_name(std::string_view start) {
  return sealed(fmt::format("{}{}", start, ::getpid()));
}

bool is_temporary_name(std::string_view name, std::string_view start) {
  return name.starts_with(start) && name == sealed(name.substr(0, name.rfind('-')));
}

}  // namespace simbench

// Which program this is: what the manifests of its results name.
#pragma once

#include <map>
#include <string>

namespace simbench {

struct BuildInfo {
  std::string version;
  // SHA-256 over the compiled sources, compiler, flags and the versions of the libraries that compute: equal builds give equal bits.
  std::string build_id;
  // Recorded, but not part of the id: a commit that changes no compiled source changes no result.
  std::string git_commit;  // "unknown" outside a checkout
  bool git_dirty;
  std::string compiler;
  std::string flags;
  std::string build_type;
  // Names and versions of the libraries.
  std::map<std::string, std::string> libraries;          // which can change results, and so the id
  std::map<std::string, std::string> serving_libraries;  // which cannot
};

const BuildInfo& build_info();

}  // namespace simbench

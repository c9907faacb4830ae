// Identifies this program in the manifests of its results.
#pragma once

#include <map>
#include <string>

namespace simbench {

struct BuildInfo {
  std::string version;
  // SHA-256 of the compiled sources, compiler, flags and versions of the libraries that compute. Builds with
  // the same id give the same bits. The variants x86-64-v3 and x86-64-v4 of a release have the same id.
  std::string build_id;
  // The members below are recorded but are not part of the id: a commit that changes no compiled source
  // changes no result.
  std::string git_commit;  // "unknown" outside a checkout
  bool git_dirty;
  std::string compiler;
  std::string flags;            // of the first variant, also in the one for AVX-512
  std::string instruction_set;  // of this variant, for example x86-64-v4; empty: the compiler's default
  std::string build_type;
  // Names and versions of libraries.
  std::map<std::string, std::string> libraries;          // can change results; part of the id
  std::map<std::string, std::string> serving_libraries;  // cannot change results
};

const BuildInfo& build_info();

}  // namespace simbench

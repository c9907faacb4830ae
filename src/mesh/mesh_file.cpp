#include "mesh/mesh_file.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/atomic_file.h"
#include "base/lower_case.h"
#include "base/sha256.h"
#include "mesh/mesh_check.h"

namespace simbench {

namespace {

std::string contents_of(const std::filesystem::path& file) {
  return read_file(file, largest_mesh_file, ExitCode::mesh);
}

// The file itself if it has this extension in lower or upper case; otherwise the file beside it that has it.
std::filesystem::path with_extension(std::filesystem::path file, const char* lower, const char* upper) {
  if (extension_of(file) == lower) return file;
  std::error_code error;
  const bool in_upper_case = std::filesystem::exists(file.replace_extension(upper), error);
  return in_upper_case ? file : file.replace_extension(lower);
}

bool is_tetgen(const std::filesystem::path& file) {
  return extension_of(file) == ".node" || extension_of(file) == ".ele";
}

// What messages call the mesh: TetGen's two files share their name without the extension.
std::string name_of(std::filesystem::path file) {
  return is_tetgen(file) ? file.replace_extension().string() : file.string();
}

RawTets read_tetgen_files(const std::filesystem::path& file) {
  const std::string node = contents_of(with_extension(file, ".node", ".NODE"));
  const std::string ele = contents_of(with_extension(file, ".ele", ".ELE"));
  RawTets raw = parse_tetgen_text(node, ele, name_of(file));
  raw.sha256 = Sha256().update(node).update(ele).hex();
  return raw;
}

}  // namespace

std::string extension_of(const std::filesystem::path& file) {
  return lower_case(file.extension().string());
}

void fail_with_unknown_format(const std::filesystem::path& file, std::string_view formats,
                              std::string_view converted) {
  throw Error(
      ExitCode::mesh,
      fmt::format("'{}': simbench reads {}; to convert another format, type: simbench convert '{}' {}",
                  file.string(), formats, file.string(), converted));
}

RawTets read_raw_tets(const std::filesystem::path& file) {
  if (is_tetgen(file)) return read_tetgen_files(file);
  if (extension_of(file) != ".msh")
    fail_with_unknown_format(file, "tets from .msh, .node and .ele", "my.msh");
  const std::string contents = contents_of(file);
  RawTets raw = parse_msh(contents, file.string());
  raw.sha256 = sha256(contents);
  return raw;
}

MeshFile read_mesh_file(const std::filesystem::path& file) {
  return checked_mesh(read_raw_tets(file), name_of(file));
}

MeshFile checked_mesh(RawTets raw, const std::string& name) {
  using Tets = Eigen::Matrix<int, 4, Eigen::Dynamic>;
  MeshFile result{{}, std::move(raw.notes), std::move(raw.sha256)};
  result.mesh.rest_positions = Eigen::Map<const Positions<double>>(
      raw.positions.data(), 3, static_cast<Index>(raw.positions.size() / 3));
  result.mesh.tets = Eigen::Map<const Tets>(raw.tets.data(), 4, static_cast<Index>(raw.tets.size() / 4));
  const auto is_tag = [](int tag) { return tag != 0; };
  if (std::ranges::any_of(raw.tags, is_tag)) result.mesh.tags = std::move(raw.tags);
  check_and_orient(result.mesh, result.notes, name);
  return result;
}

}  // namespace simbench

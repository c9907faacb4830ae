// Files and folders that are there completely or not at all, even after a crash or on a full disk.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

#include "base/error.h"

namespace simbench {

constexpr std::size_t largest_text_file = std::size_t{64} << 20;  // [bytes]; ours are far smaller

// The contents of a regular file. Error (with the given code) if it is missing, unreadable, larger than
// `maximum_bytes`, or something else than a regular file: folders, FIFOs and devices are refused without
// waiting.
std::string read_file(const std::filesystem::path& path, std::size_t maximum_bytes = largest_text_file,
                      ExitCode code = ExitCode::usage);

// Creates a folder and its parents where they are missing. Error with ExitCode::output.
void create_folders(const std::filesystem::path& path);

// Replaces or creates `path`, whose folder must exist. Error with ExitCode::output; `path` is then as it was
// before.
void write_file_atomically(const std::filesystem::path& path, std::string_view contents);

// Writes to the disk whatever of the folder's file system is not there yet. Error with ExitCode::output.
void sync_file_system(const std::filesystem::path& folder);

// When what is written has to be on the disk, so that it outlives a machine that stops: at once, or when whoever writes many folders calls
// sync_file_system(), which costs a small part of syncing each file.
enum class Sync { at_once, later };

// A folder that is filled next to its final place and takes that place on commit(). For OUT/qn, the files are
// in OUT/.qn.partial-<process id>-<seal> (own_name.h) until then; an OUT/qn that exists is replaced as a whole. Only one object for
// the same final place may live at a time, in all processes: its owner holds a lock (file_lock.h). All errors
// have ExitCode::output.
class StagedDirectory {
 public:
  // Creates the parents and the partial folder, and removes what killed processes left there. Error if that fails or if `final_path`
  // is there and is no folder, or is a link to one.
  explicit StagedDirectory(const std::filesystem::path& final_path, Sync sync = Sync::at_once);
  // Without commit(), the partial folder vanishes.
  ~StagedDirectory();
  StagedDirectory(const StagedDirectory&) = delete;
  StagedDirectory& operator=(const StagedDirectory&) = delete;

  // Where the files are: the partial folder before commit(), the final one after.
  const std::filesystem::path& path() const { return path_; }

  // Writes one file.
  void write(std::string_view name, std::string_view contents);

  // Removes what killed processes left beside a final path, or puts it back where it was the finished folder. Such leftovers
  // are folders with an own_name(); anything else stays.
  static void remove_leftovers(const std::filesystem::path& final_path);

  // One of these is to be called, once. On Error the final folder is as it was before.
  void commit();
  // Takes another place of the same file system instead, whose parents are created.
  void commit_to(const std::filesystem::path& other);

 private:
  void replace_final_path();

  std::filesystem::path final_path_;
  std::filesystem::path path_;
  Sync sync_;
};

}  // namespace simbench

// Files and folders that exist completely or not at all, even after a crash or on a full disk.
#pragma once

#include <cstddef>
#include <filesystem>
#include <set>
#include <string>
#include <string_view>

#include "base/error.h"

namespace simbench {

constexpr std::size_t largest_text_file = std::size_t{64} << 20;  // [bytes]; ours are far smaller

// Returns the contents of a regular file. Throws Error with the given code if the file is missing, unreadable
// or larger than `maximum_bytes`. Folders, FIFOs and devices are refused without waiting.
std::string read_file(const std::filesystem::path& path, std::size_t maximum_bytes = largest_text_file,
                      ExitCode code = ExitCode::usage);

// Creates a folder and its missing parents. Throws Error with ExitCode::output.
void create_folders(const std::filesystem::path& path);

// Writes everything that the folder's file system still buffers to the disk. Throws Error with
// ExitCode::output.
void sync_file_system(const std::filesystem::path& folder);

// When files reach the disk, so that they survive a power failure. `at_once` syncs each file. With `later`
// the caller writes many folders and then calls sync_file_system() once, which is much faster, or the file
// has its own hash, and whoever reads it can make it again.
enum class Sync { at_once, later };

// Replaces or creates `path`, whose folder must exist. Throws Error with ExitCode::output and then leaves
// `path` unchanged.
void write_file_atomically(const std::filesystem::path& path, std::string_view contents,
                           Sync sync = Sync::at_once);

// Whether a StagedDirectory looks for leftovers of killed processes, for which it lists the folder around it.
enum class Leftovers { remove, none };

// A folder that is filled next to its final place and takes that place on commit(). Until then, the files of
// OUT/qn are in OUT/.qn.partial-<process id>-<seal> (temporary_name.h). An existing OUT/qn is replaced as a
// whole. Only one object for the same final place may live at a time, in all processes: its owner holds a
// lock (file_lock.h). All errors have ExitCode::output.
class StagedDirectory {
 public:
  // Creates the parents and the partial folder, and removes leftovers of killed processes. Throws Error if
  // that fails, or if `final_path` exists and is a link or anything else but a folder.
  explicit StagedDirectory(const std::filesystem::path& final_path, Sync sync = Sync::at_once,
                           Leftovers leftovers = Leftovers::remove);
  // Removes the partial folder if commit() was not called.
  ~StagedDirectory();
  StagedDirectory(const StagedDirectory&) = delete;
  StagedDirectory& operator=(const StagedDirectory&) = delete;

  // The folder that holds the files: the partial one before commit(), the final one after.
  const std::filesystem::path& path() const { return path_; }

  void write(std::string_view name, std::string_view contents);
  // Adds to the end of a file, which is synced by commit() only.
  void append(std::string_view name, std::string_view contents);

  // Removes the leftovers that killed processes left beside `final_path`. A leftover that was the finished
  // folder is moved back to its place. Only folders with a temporary_name() are leftovers; everything else
  // stays. Throws Error if a finished folder cannot be moved back.
  static void remove_leftovers(const std::filesystem::path& final_path);
  // The same for the entry `name` beside `final_path` only.
  static void remove_leftover(const std::filesystem::path& final_path, const std::string& name);

  // The owner calls commit() or commit_to(), once. If the call throws Error, the final folder is unchanged.
  void commit();
  // Moves the folder to another place of the same file system instead and creates the parents of that place.
  void commit_to(const std::filesystem::path& other);

 private:
  void replace_final_path();

  std::filesystem::path final_path_;
  std::filesystem::path path_;
  Sync sync_;
  std::set<std::string> appended_;  // names of files that commit() has to sync
};

}  // namespace simbench

// A lock on a file. The lock ends with its process, however the process ends.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "base/stop.h"

namespace simbench {

class FileLock {
 public:
  // Takes the lock without waiting; empty if another process holds it. Creates the file and its folder; the
  // text of the file names the holder. Throws Error (output) if that fails, or if the file exists and no
  // holder has written it.
  static std::optional<FileLock> try_lock(const std::filesystem::path& file);
  // Waits until it has the lock. Throws Stopped if `stop` ends the waiting.
  static FileLock wait(const std::filesystem::path& file, const Stop& stop = {});
  // Moves the lock to another file without waiting, where no file may be: the process that does one thing
  // after the other creates and removes one file in all, which is what a lock mostly costs. False if the file
  // system cannot do that or a file is there, and then this lock stays as it is.
  bool move_to(const std::filesystem::path& file);
  static bool is_held(const std::filesystem::path& file);
  // The text of the holder: "process 123 on host".
  static std::string holder(const std::filesystem::path& file);

  // Whether the last holder was killed: the file was there and named a holder when this lock was taken.
  bool was_left_behind() const { return was_left_behind_; }

  // Removes the file and releases the lock.
  ~FileLock();
  FileLock(FileLock&& other) noexcept;
  FileLock& operator=(FileLock&& other) noexcept;

 private:
  FileLock(std::filesystem::path file, int descriptor) : file_(std::move(file)), descriptor_(descriptor) {}
  std::filesystem::path file_;
  int descriptor_;
  bool was_left_behind_ = false;
};

// The name of this machine, or "unknown".
std::string host_name();

}  // namespace simbench

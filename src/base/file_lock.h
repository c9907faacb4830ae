// A lock on a file that ends with its process, however that ends.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "base/stop.h"

namespace simbench {

class FileLock {
 public:
  // Takes the lock without waiting; empty if another process holds it. The file and its folder are created; the file
  // says who holds it. Throws Error (output) if that fails, or if there is a file that no holder has written.
  static std::optional<FileLock> try_lock(const std::filesystem::path& file);
  // Waits until it has the lock. Throws Stopped where it shall end before.
  static FileLock wait(const std::filesystem::path& file, const Stop& stop = {});
  static bool is_held(const std::filesystem::path& file);
  // What the holder wrote: "process 123 on host".
  static std::string holder(const std::filesystem::path& file);

  // Removes the file and lets go.
  ~FileLock();
  FileLock(FileLock&& other) noexcept;
  FileLock& operator=(FileLock&& other) noexcept;

 private:
  FileLock(std::filesystem::path file, int descriptor) : file_(std::move(file)), descriptor_(descriptor) {}
  std::filesystem::path file_;
  int descriptor_;
};

// The name of this machine, or "unknown".
std::string host_name();

}  // namespace simbench

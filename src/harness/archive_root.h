// The top folder of an archive of `simbench archive` that somebody has unpacked.
#pragma once

#include <filesystem>

namespace simbench {

// The file at the top that has the hashes of all others.
inline constexpr const char* archive_hashes = "SHA256SUMS";

// The nearest folder above a file that is the top of an unpacked archive; empty if there is none.
std::filesystem::path archive_around(const std::filesystem::path& file);

}  // namespace simbench

// Every object of a JSON file may have a member of this name with any value. It is for people: nothing reads
// it, and no output contains it.
#pragma once

namespace simbench::config {

inline constexpr const char* comment_key = "comment";

}  // namespace simbench::config

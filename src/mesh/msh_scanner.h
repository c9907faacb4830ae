// Reads the numbers of a .msh file, in text or in binary. The section $MeshFormat of the file tells which.
#pragma once

#include "mesh/scanner.h"

namespace simbench {

class MshScanner : public Scanner {
 public:
  // Reads $MeshFormat. Throws Error(ExitCode::mesh).
  MshScanner(std::string_view contents, const std::string& name);

  bool is_version_4() const { return version_4_; }
  bool is_binary() const { return binary_; }
  // The header of a section is text; its data may be binary.
  void start_data() {
    if (binary_) start_binary();
  }
  // The format's types int, size_t and double.
  std::int64_t stored_int(std::string_view what) {
    return binary_ ? binary<std::int32_t>(what) : integer(what);
  }
  std::int64_t stored_size(std::string_view what) {
    return binary_ ? binary<std::int64_t>(what) : integer(what);
  }
  double stored_double(std::string_view what) { return binary_ ? binary<double>(what) : number(what); }
  // A tag or a number of an entity. Fails if it does not fit into 32 bits.
  int tag_of(std::int64_t number) const;
  // Checks a count of things that each take at least `in_text` bytes in text, or `in_binary` bytes in binary.
  std::int64_t possible(std::int64_t count, std::size_t in_text, std::size_t in_binary,
                        std::string_view what) const {
    return checked_count(count, binary_ ? in_binary : in_text, what);
  }

 private:
  [[noreturn]] void refuse_version(std::string_view version) const;

  bool version_4_ = false;
  bool binary_ = false;
};

}  // namespace simbench

// SHA-256 of bytes and of numbers, for the hashes in manifests and the names of cached files.
#pragma once

#include <concepts>
#include <cstddef>
#include <memory>
#include <ranges>
#include <string>
#include <string_view>
#include <type_traits>

struct evp_md_ctx_st;  // OpenSSL's EVP_MD_CTX

namespace simbench {

// Throws Error (resources) if OpenSSL fails.
class Sha256 {
 public:
  Sha256();

  Sha256& update(std::string_view bytes);

  // Adds the bytes of contiguous numbers (std::vector, std::span, std::array). Structs are excluded, because
  // the bytes of padding are arbitrary.
  template <std::ranges::contiguous_range Values>
  requires(std::is_arithmetic_v<std::ranges::range_value_t<Values>> &&
           !std::convertible_to<const Values&, std::string_view>) Sha256& update(const Values& values) {
    return update({reinterpret_cast<const char*>(std::ranges::data(values)),
                   std::ranges::size(values) * sizeof(std::ranges::range_value_t<Values>)});
  }

  // The hash of everything so far: 64 lower-case hexadecimal digits. Further updates may follow.
  std::string hex() const;

 private:
  std::unique_ptr<evp_md_ctx_st, void (*)(evp_md_ctx_st*)> context_;
};

std::string sha256(std::string_view bytes);

}  // namespace simbench

// SHA-256 of bytes and of plain numbers, for the hashes in manifests and the names of cached results.
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

// Throws std::runtime_error only if OpenSSL itself fails.
class Sha256 {
 public:
  Sha256();

  Sha256& update(std::string_view bytes);

  // The bytes of numbers that lie one after another (std::vector, std::span, std::array). Arithmetic types
  // only: structs may hold padding, whose bytes are arbitrary.
  template <std::ranges::contiguous_range Values>
  requires(std::is_arithmetic_v<std::ranges::range_value_t<Values>> &&
           !std::convertible_to<const Values&, std::string_view>) Sha256& update(const Values& values) {
    return update({reinterpret_cast<const char*>(std::ranges::data(values)),
                   std::ranges::size(values) * sizeof(std::ranges::range_value_t<Values>)});
  }

  // The hash of everything so far, 64 lower-case hexadecimal digits; further updates may follow.
  std::string hex() const;

 private:
  std::unique_ptr<evp_md_ctx_st, void (*)(evp_md_ctx_st*)> context_;
};

std::string sha256(std::string_view bytes);

}  // namespace simbench

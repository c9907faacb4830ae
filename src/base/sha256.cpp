#include "base/sha256.h"

#include <fmt/format.h>
#include <openssl/evp.h>

#include <array>

#include "base/error.h"

namespace simbench {
namespace {

void check(bool succeeded) {
  if (!succeeded) throw Error(ExitCode::resources, "OpenSSL cannot compute SHA-256; is the memory full?");
}

}  // namespace

Sha256::Sha256() : context_(EVP_MD_CTX_new(), EVP_MD_CTX_free) {
  check(context_ && EVP_DigestInit_ex(context_.get(), EVP_sha256(), nullptr) == 1);
}

Sha256& Sha256::update(std::string_view bytes) {
  check(EVP_DigestUpdate(context_.get(), bytes.data(), bytes.size()) == 1);
  return *this;
}

std::string Sha256::hex() const {
  const Sha256 finished;  // finishing ends a context, so we finish a copy
  check(EVP_MD_CTX_copy_ex(finished.context_.get(), context_.get()) == 1);
  std::array<unsigned char, 32> digest{};
  check(EVP_DigestFinal_ex(finished.context_.get(), digest.data(), nullptr) == 1);
  std::string text;
  for (const unsigned char byte : digest) text += fmt::format("{:02x}", byte);
  return text;
}

std::string sha256(std::string_view bytes) {
  return Sha256().update(bytes).hex();
}

}  // namespace simbench

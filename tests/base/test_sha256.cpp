#include <array>
#include <catch2/catch.hpp>
#include <span>
#include <vector>

#include "base/sha256.h"

using namespace simbench;

TEST_CASE("SHA-256 has the values of FIPS 180-4") {
  CHECK(sha256("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  CHECK(sha256("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  CHECK(sha256(std::string(1000000, 'a')) ==
        "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST_CASE("SHA-256 does not depend on the division into updates, and hex() may be called between them") {
  Sha256 hash;
  hash.update("a");
  CHECK(hash.hex() == sha256("a"));
  CHECK(hash.update("b").update(std::string("c")).hex() == sha256("abc"));
}

TEST_CASE("SHA-256 of numbers is the hash of their bytes") {
  const std::vector<double> numbers{1.5, -0.0, 3e300};
  const std::string_view bytes(reinterpret_cast<const char*>(numbers.data()), 24);
  CHECK(Sha256().update(numbers).hex() == sha256(bytes));
  CHECK(Sha256().update(std::span(numbers).first(2)).hex() == sha256(bytes.substr(0, 16)));
  CHECK(Sha256().update(std::array<unsigned char, 3>{'a', 'b', 'c'}).hex() == sha256("abc"));
}

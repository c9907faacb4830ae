// Gives a fuzz target each file of a folder once. With libFuzzer (preset sanitize), which can also make up
// inputs, its main() takes this one's place.
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

int main(int, char** arguments) {
  int files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(arguments[1])) {
    std::ifstream stream(entry.path(), std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(stream), {}};
    std::printf("%s\n", entry.path().filename().c_str());
    std::fflush(stdout);  // the last line names the file of a crash
    LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
    ++files;
  }
  return files > 0 ? 0 : 1;
}

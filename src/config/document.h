// A JSON file that was read strictly. It includes the overrides of the command line and knows the place of
// every value.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace simbench::config {

// Values have nlohmann's types: number_integer or number_unsigned for a literal like 3, number_float for 3.0,
// 3e0 and integers beyond 64 bits.
class Document {
 public:
  // Throws Error with ExitCode::usage for a file that cannot be read or is larger than 16 MiB, and for
  // everything that parse() refuses.
  static Document read(const std::filesystem::path& path);
  // `name` stands for the file in messages. Throws Error with ExitCode::usage, with line and column, for
  // syntax errors, duplicate keys, numbers too large for a double, and nesting deeper than 64 levels.
  static Document parse(std::string text, std::string name, std::filesystem::path folder = {});
  // Makes a document of a value without a text, such as a part of another file. Messages then give only the
  // name.
  static Document of(nlohmann::ordered_json root, std::string name, std::filesystem::path folder = {});

  // The folder of the file, to which paths in the file are relative; empty for the current folder.
  const std::filesystem::path& folder() const { return folder_; }
  const nlohmann::ordered_json& root() const { return root_; }

  // Applies --set of the command line. `value` is JSON if it parses as JSON, else a text. Missing objects on
  // the path are created; list items are addressed by number. Throws Error with ExitCode::usage if the path
  // leads through a value that is neither object nor list, or if an index is beyond the end of a list.
  // Messages name "--set path=value", or `option` if another option set the value.
  void set(std::string_view dotted_path, std::string_view value, std::string_view option = {});
  // The same for one text, "path.to.member=value".
  void set(std::string_view assignment);
  // The same for a JSON value; `option` begins the messages about it.
  void set_value(std::string_view dotted_path, nlohmann::ordered_json value, std::string_view option);
  // Whether set() gave the value at a JSON pointer, or a part of it.
  bool was_set(std::string_view pointer) const;
  // The JSON pointers of all values that set() gave, in order.
  std::vector<std::string> set_pointers() const;

  // The place of the value at a JSON pointer: "scene.json:12:18", or "--set material.stiffness=abc". The
  // place of a member is the place of its key. A missing value has the place of its nearest parent. Lines and
  // columns count from 1; columns count characters.
  std::string place(const std::string& pointer) const;
  // The start of a message about this value: "scene.json:12:18: error: /material/stiffness".
  std::string where(const std::string& pointer) const;
  // Throws Error (usage) with a message that starts with where(pointer).
  [[noreturn]] void fail(const std::string& pointer, std::string_view message) const;

 private:
  struct Override {
    std::string pointer;
    std::string option;  // "--set material.stiffness=abc"
  };

  nlohmann::ordered_json root_;
  std::string text_;
  std::string name_;
  std::filesystem::path folder_;
  std::vector<Override> overrides_;
};

// The path and the value of "path.to.member=value". Throws Error (usage) if there is no path.
std::pair<std::string_view, std::string_view> split_assignment(std::string_view text);

}  // namespace simbench::config

// A JSON file, read strictly, with the command line's overrides applied and the place of every value
// remembered.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace simbench::config {

// Every value of the text has one of nlohmann's types: number_integer or number_unsigned for a literal like
// 3, number_float for 3.0, 3e0 and integers beyond 64 bits.
class Document {
 public:
  // Error with ExitCode::usage for a file that cannot be read or is larger than 16 MiB, and for whatever
  // parse() refuses.
  static Document read(const std::filesystem::path& path);
  // `name` stands for the file in messages. Error with ExitCode::usage, naming line and column, for syntax
  // errors, duplicate keys, numbers too large for a double, and nesting deeper than 64 levels.
  static Document parse(std::string text, std::string name, std::filesystem::path folder = {});
  // Of a value that is no text of its own, as a part of another file: messages have only the name.
  static Document of(nlohmann::ordered_json root, std::string name, std::filesystem::path folder = {});

  // The folder of the file, where paths in it begin; empty: the current one.
  const std::filesystem::path& folder() const { return folder_; }
  const nlohmann::ordered_json& root() const { return root_; }

  // The command line's --set: `value` is JSON if it parses as JSON, else a text. Missing objects on the way
  // are created, list items are addressed by number. Error with ExitCode::usage for a path that leads through
  // a value that is neither object nor list, and for an index beyond the list. Messages name "--set path=value", or
  // `option` where another one has set the value.
  void set(std::string_view dotted_path, std::string_view value, std::string_view option = {});
  // The same with both in one text, "path.to.member=value".
  void set(std::string_view assignment);
  // The same with a value that is read already; `option` begins the messages about it.
  void set_value(std::string_view dotted_path, nlohmann::ordered_json value, std::string_view option);
  // Whether set() gave the value at a JSON pointer: all of it, or a part of it.
  bool was_set(std::string_view pointer) const;

  // Where the value at a JSON pointer stands: "scene.json:12:18", or "--set material.stiffness=abc". The place of a member
  // is that of its key; of a value that is missing, that of its nearest parent. Lines and columns count from 1, columns
  // count characters.
  std::string place(const std::string& pointer) const;
  // The start of a message about it: "scene.json:12:18: error: /material/stiffness".
  std::string where(const std::string& pointer) const;
  // Throws Error (usage) that begins so.
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

// The path and the value of "path.to.member=value". Throws Error (usage) where there is no path.
std::pair<std::string_view, std::string_view> split_assignment(std::string_view text);

}  // namespace simbench::config

#include "config/reader.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "base/error.h"
#include "base/nearest_name.h"
#include "config/json.h"
#include "config/parser.h"
#include "config/strict_values.h"
#include "config/wording.h"

namespace simbench::config {
namespace {

class Reader final : public Fields {
 public:
  explicit Reader(const Document& document) : document_(document), values_(document) {}

  // Reads the object `node`, or with null only finds out whether it may be left out.
  void inside(const Json* node, std::string pointer, const Describe& describe) {
    if (node && !node->is_object())
      values_.fail(pointer, "expected an object; found " + StrictValues::shown(*node));
    Level outer = std::exchange(level_, Level{.node = node, .pointer = std::move(pointer)});
    describe(*this);
    refuse_unknown_keys();
    if (!level_.missing.empty()) {
      // The object may be missing because its own key is mistyped: the outer object looks for that first.
      if (node) throw Error(ExitCode::usage, level_.missing);
      if (outer.missing.empty()) outer.missing = level_.missing;
    }
    level_ = std::move(outer);
  }

  void number(std::string_view key, double& value, const NumberOptions& options) override {
    if (const Json* given = find(key, options.required))
      value = values_.number(*given, pointer(key), options);
  }

  void optional_number(std::string_view key, std::optional<double>& value,
                       const NumberOptions& options) override {
    if (const Json* given = find(key, options.required))
      value = values_.number(*given, pointer(key), options);
  }

  void integer(std::string_view key, int& value, const IntegerOptions& options) override {
    if (const Json* given = find(key, options.required))
      value = values_.integer(*given, pointer(key), options);
  }

  void optional_integer(std::string_view key, std::optional<int>& value,
                        const IntegerOptions& options) override {
    if (const Json* given = find(key, options.required))
      value = values_.integer(*given, pointer(key), options);
  }

  void boolean(std::string_view key, bool& value, const Options& options) override {
    if (const Json* given = find(key, options.required)) value = values_.boolean(*given, pointer(key));
  }

  void text(std::string_view key, std::string& value, const Options& options) override {
    if (const Json* given = find(key, options.required)) value = values_.text(*given, pointer(key));
  }

  void choice(std::string_view key, std::string& value, std::span<const std::string_view> words,
              const Options& options) override {
    if (const Json* given = find(key, options.required)) value = values_.word(*given, pointer(key), words);
  }

  void number_or_word(std::string_view key, std::optional<double>& value, std::string& word,
                      std::span<const std::string_view> words, const NumberOptions& options) override {
    const Json* given = find(key, options.required);
    if (!given) return;
    if (given->is_number()) {
      value = values_.number(*given, pointer(key), options);
    } else if (given->is_string() && std::ranges::find(words, given->get<std::string>()) != words.end()) {
      value.reset();
      word = given->get<std::string>();
    } else {
      values_.fail(pointer(key), fmt::format("expected {} or '{}'; found {}", kind_of_number(options),
                                             fmt::join(words, "' or '"), StrictValues::shown(*given)));
    }
  }

  void vector(std::string_view key, Eigen::Vector3d& value, const NumberOptions& options) override {
    const auto number = [&](const Json& item, const std::string& place) {
      return values_.number(item, place, options);
    };
    if (const auto read = items<double>(key, options.required, Length::three, number))
      value = Eigen::Vector3d(read->data());
  }

  void integer_triple(std::string_view key, Eigen::Vector3i& value, const IntegerOptions& options) override {
    const auto integer = [&](const Json& item, const std::string& place) {
      return values_.integer(item, place, options);
    };
    if (const auto read = items<int>(key, options.required, Length::three, integer))
      value = Eigen::Vector3i(read->data());
  }

  void integers(std::string_view key, std::vector<int>& values, const IntegerOptions& options) override {
    const auto integer = [&](const Json& item, const std::string& place) {
      return values_.integer(item, place, options);
    };
    if (auto read = items<int>(key, options.required, Length::any, integer)) values = std::move(*read);
  }

  void words(std::string_view key, std::vector<std::string>& values, std::span<const std::string_view> words,
             const Options& options) override {
    const auto word = [&](const Json& item, const std::string& place) {
      return values_.word(item, place, words);
    };
    if (auto read = items<std::string>(key, options.required, Length::at_least_one, word))
      values = std::move(*read);
  }

  void values(std::string_view key, std::vector<Json>& values, const Options& options) override {
    const auto value = [&](const Json& item, const std::string& place) {
      if (item.is_null()) values_.fail(place, "null is no value");
      return item;
    };
    if (auto read = items<Json>(key, options.required, Length::at_least_one, value))
      values = std::move(*read);
  }

  void any_members(Json& members) override {
    level_.takes_any_key = true;
    if (level_.node) members = *level_.node;
  }

  void object(std::string_view key, const Describe& describe, const Options& options) override {
    inside(find(key, options.required), pointer(key), describe);
  }

  void optional_object(std::string_view key, bool& present, const Describe& describe,
                       const Options& options) override {
    const Json* given = find(key, options.required);
    present = given != nullptr;
    if (given) inside(given, pointer(key), describe);
  }

  void list(std::string_view key, std::size_t, const std::function<void(std::size_t)>& resize,
            const std::function<void(std::size_t, Fields&)>& describe, const Options& options) override {
    const Json* given = find(key, options.required);
    if (!given) return;
    const std::string place = pointer(key);
    values_.require_list(*given, place, Length::any);
    resize(given->size());
    for (std::size_t i = 0; i < given->size(); ++i) {
      inside(&(*given)[i], child_pointer(place, std::to_string(i)),
             [&](Fields& fields) { describe(i, fields); });
    }
  }

  void variant(std::string_view key, std::string& value, std::span<const std::string_view> words,
               const std::function<void(std::string_view, Fields&)>& describe,
               const Options& options) override {
    choice(key, value, words, options);
    level_.chosen_by_override = level_.chosen_by_override || document_.was_set(pointer(key));
    if (!options.required || given(key)) describe(value, *this);
  }

  void exactly_one(std::string& value, std::span<const std::string_view> words,
                   const std::function<void(std::string_view, Fields&)>& describe, const Options&) override {
    std::vector<std::string_view> found;
    for (const std::string_view word : words) {
      if (find(word, false)) found.push_back(word);
    }
    if (found.size() > 1) {
      values_.fail(pointer(found[1]), fmt::format("'{}' and '{}' exclude each other", found[0], found[1]));
    }
    if (found.empty()) {
      miss(level_.pointer, fmt::format("one of the keys {} is required", fmt::join(words, ", ")));
      return;
    }
    value = found.front();
    inside(given(value), pointer(value), [&](Fields& fields) { describe(value, fields); });
  }

  void alternatives(std::string_view a, std::string_view b) override {
    const bool a_set = document_.was_set(pointer(a)), b_set = document_.was_set(pointer(b));
    if (a_set != b_set) level_.unread = a_set ? b : a;
  }

  // Without a required key, the members that the rule looks at are not those of the file.
  void require(bool holds, std::string_view key, std::string_view message) override {
    if (!holds && level_.missing.empty()) values_.fail(pointer(key), message);
  }

 private:
  struct Level {
    const Json* node = nullptr;  // null: the object is left out
    std::string pointer = {};
    std::vector<std::string> keys = {};  // described so far
    std::string missing = {};            // message about the first missing key; empty: none
    bool takes_any_key = false;
    bool chosen_by_override = false;  // a variant's word came from the command line
    std::string unread = {};          // the file's key that the command line replaces by another one
  };

  // What `take` makes of each item of a list; nothing if the list is left out.
  template <typename Value, typename Take>
  std::optional<std::vector<Value>> items(std::string_view key, bool required, Length length,
                                          const Take& take) {
    std::optional<std::vector<Value>> result;
    const Json* given = find(key, required);
    if (!given) return result;
    const std::string place = pointer(key);
    values_.require_list(*given, place, length);
    result.emplace();
    for (const Json& item : *given)
      result->push_back(take(item, child_pointer(place, std::to_string(result->size()))));
    return result;
  }

  std::string pointer(std::string_view key) const { return child_pointer(level_.pointer, key); }

  // Raised only at the end of the object, because an unknown key there says more: it may be this one,
  // mistyped.
  void miss(const std::string& pointer, std::string_view message) {
    if (level_.missing.empty()) level_.missing = fmt::format("{}: {}", document_.where(pointer), message);
  }

  const Json* given(std::string_view key) const {
    if (!level_.node || key == level_.unread) return nullptr;
    const auto member = level_.node->find(std::string(key));
    return member == level_.node->end() ? nullptr : &*member;
  }

  const Json* find(std::string_view key, bool required) {
    level_.keys.emplace_back(key);
    const Json* value = given(key);
    if (!value && required) miss(pointer(key), fmt::format("missing required key '{}'", key));
    return value;
  }

  void refuse_unknown_keys() const {
    if (!level_.node || level_.takes_any_key) return;
    for (const auto& [key, value] : level_.node->items()) {
      if (std::ranges::find(level_.keys, key) != level_.keys.end()) continue;
      if (level_.pointer.empty() && key == "$schema") continue;
      // What the file says for another variant than the command line's goes with that variant.
      if (level_.chosen_by_override && !document_.was_set(pointer(key))) continue;
      // With a required key missing, more keys might have been described; so only what looks mistyped is
      // unknown.
      if (!level_.missing.empty() && !nearest_name(key, level_.keys)) continue;
      values_.fail(pointer(key),
                   fmt::format("unknown key '{}'{}", shortened(key), did_you_mean(key, level_.keys)));
    }
  }

  const Document& document_;
  StrictValues values_;
  Level level_;
};

}  // namespace

void read(const Document& document, const Describe& describe) {
  Reader(document).inside(&document.root(), "", describe);
}

}  // namespace simbench::config

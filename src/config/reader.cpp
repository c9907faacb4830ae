#include "config/reader.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "base/error.h"
#include "base/nearest_name.h"
#include "config/comment_key.h"
#include "config/json.h"
#include "config/parser.h"
#include "config/value.h"
#include "config/wording.h"

namespace simbench::config {
namespace {

double as_it_is(double value, std::string_view) {
  return value;
}

class Reader final : public Fields {
 public:
  explicit Reader(const Document& document) : document_(document) {}

  // Reads the object `node`. If `node` is null, it only checks whether the object may be left out. `unused`
  // tells why its members have no effect; empty if they have one.
  void inside(const Json* node, std::string pointer, const Describe& describe,
              const std::string& unused = {}) {
    if (node && !node->is_object()) document_.fail(pointer, "expected an object; found " + shown(*node));
    Level outer =
        std::exchange(level_, Level{.node = node, .pointer = std::move(pointer), .why_unused = unused});
    describe(*this);
    refuse_unknown_keys();
    if (!level_.missing.empty()) {
      // The object may be missing because its own key is mistyped: the outer object looks for that first.
      if (node) throw Error(ExitCode::usage, level_.missing);
      if (outer.missing.empty()) outer.missing = level_.missing;
    }
    level_ = std::move(outer);
  }

  void member(std::string_view key, Value& value, const Options& options) override {
    const Json* given = find(key, options.required);
    if (!given) return;
    const bool is_unused = !why_unused(key).empty();
    const Json before = is_unused ? value.written(as_it_is) : Json();
    value.read(*given, pointer(key), document_);
    if (is_unused && value.written(as_it_is) != before) refuse_unused(key);
  }

  void any_members(Json& members) override {
    level_.takes_any_key = true;
    if (level_.node) members = *level_.node;
  }

  void object(std::string_view key, const Describe& describe, const Options& options) override {
    inside(find(key, options.required), pointer(key), describe, why_unused(key));
  }

  void optional_object(std::string_view key, bool& present, const Describe& describe,
                       const Options& options) override {
    const Json* given = find(key, options.required);
    present = given != nullptr;
    if (!given) return;
    refuse_unused(key);
    inside(given, pointer(key), describe);
  }

  void list(std::string_view key, std::size_t, const std::function<void(std::size_t)>& resize,
            const std::function<void(std::size_t, Fields&)>& describe, const Options& options) override {
    const Json* given = find(key, options.required);
    if (!given) return;
    const std::string place = pointer(key);
    if (!given->is_array()) document_.fail(place, "expected a list; found " + shown(*given));
    if (!given->empty()) refuse_unused(key);
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
      document_.fail(pointer(found[1]), fmt::format("'{}' and '{}' exclude each other", found[0], found[1]));
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
    if (a_set != b_set) level_.unread.emplace_back(a_set ? b : a);
  }

  void replaced(std::string_view key, std::span<const std::string_view> words,
                std::string_view message) override {
    const Json* value = given(key);
    if (value && value->is_string() &&
        std::ranges::find(words, value->get<std::string_view>()) != words.end())
      document_.fail(pointer(key), message);
  }

  bool is_given(std::string_view key) const override {
    const Json* own = given(key);
    return own && !(own->is_array() && own->empty());
  }

  void unused(bool are, std::initializer_list<std::string_view> keys, std::string_view by,
              std::string_view why) override {
    if (!are) return;
    const std::string message = fmt::format("it has no effect {} '{}': {}; leave it out",
                                            is_given(by) ? "beside" : "without", by, why);
    for (const std::string_view key : keys) {
      if (document_.was_set(pointer(by)) && !document_.was_set(pointer(key)))
        level_.unread.emplace_back(key);
      else
        level_.unused.emplace_back(key, message);
    }
  }

  // If a required key is missing, the members still have defaults, and the rule would judge those.
  void require(bool holds, std::string_view key, std::string_view message) override {
    if (!holds && level_.missing.empty()) document_.fail(pointer(key), message);
  }

 private:
  struct Level {
    const Json* node = nullptr;  // null if the object is left out
    std::string pointer = {};
    std::vector<std::string> keys = {};  // described so far
    std::string missing = {};            // message about the first missing key; empty if none is missing
    bool takes_any_key = false;
    bool chosen_by_override = false;       // the command line chose the word of a variant
    std::vector<std::string> unread = {};  // keys of the file that have no effect beside the command line
    std::vector<std::pair<std::string, std::string>> unused = {};  // keys that have no effect, and why
    std::string why_unused = {};  // why no member has an effect; empty if they have one
  };

  std::string pointer(std::string_view key) const { return child_pointer(level_.pointer, key); }

  // The error is thrown only at the end of the object: an unknown key there gives a better message, because
  // it may be this key mistyped.
  void miss(const std::string& pointer, std::string_view message) {
    if (level_.missing.empty()) level_.missing = fmt::format("{}: {}", document_.where(pointer), message);
  }

  const Json* given(std::string_view key) const {
    if (!level_.node || std::ranges::find(level_.unread, key) != level_.unread.end()) return nullptr;
    const auto member = level_.node->find(std::string(key));
    return member == level_.node->end() ? nullptr : &*member;
  }

  const Json* find(std::string_view key, bool required) {
    level_.keys.emplace_back(key);
    const Json* value = given(key);
    if (!value && required) miss(pointer(key), fmt::format("missing required key '{}'", key));
    return value;
  }

  // Why the member has no effect; empty if it has one.
  std::string why_unused(std::string_view key) const {
    for (const auto& [unused, why] : level_.unused) {
      if (unused == key) return why;
    }
    return level_.why_unused;
  }
  void refuse_unused(std::string_view key) const {
    if (const std::string why = why_unused(key); !why.empty()) document_.fail(pointer(key), why);
  }

  void refuse_unknown_keys() const {
    if (!level_.node || level_.takes_any_key) return;
    for (const auto& [key, value] : level_.node->items()) {
      if (std::ranges::find(level_.keys, key) != level_.keys.end()) continue;
      if (key == comment_key || (level_.pointer.empty() && key == "$schema")) continue;
      // These keys of the file belong to another variant than the command line chose.
      if (level_.chosen_by_override && !document_.was_set(pointer(key))) continue;
      // If a required key is missing, not all keys may have been described. So only keys that look mistyped
      // count as unknown.
      if (!level_.missing.empty() && !nearest_name(key, level_.keys)) continue;
      document_.fail(pointer(key),
                     fmt::format("unknown key '{}'{}", shortened(key), did_you_mean(key, level_.keys)));
    }
  }

  const Document& document_;
  Level level_;
};

}  // namespace

void read(const Document& document, const Describe& describe) {
  Reader(document).inside(&document.root(), "", describe);
}

}  // namespace simbench::config

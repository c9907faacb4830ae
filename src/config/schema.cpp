#include "config/schema.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "config/comment_key.h"
#include "config/json.h"
#include "config/parser.h"
#include "config/value.h"

namespace simbench::config {
namespace {

// One form of an object. "additionalProperties": false considers only the properties beside it, so each form
// lists all properties.
struct Form {
  Json properties = Json::object();
  Json required = Json::array();
  bool any_members = false;
};

class Schema final : public Fields {
 public:
  // The forms of the object that `describe` describes; each variant multiplies them.
  std::vector<Form> forms(const Describe& describe, Form start = {}) {
    std::vector<Form> outer = std::exchange(forms_, {std::move(start)});
    describe(*this);
    return std::exchange(forms_, std::move(outer));
  }

  static Json object_schema(std::vector<Form> forms) {
    Json alternatives = Json::array();
    for (Form& form : forms) {
      Json alternative = {{"type", "object"}};
      alternative["properties"] = std::move(form.properties);
      alternative["patternProperties"] = {{fmt::format("^{}$", comment_key), true}};
      alternative["additionalProperties"] = form.any_members;
      if (!form.required.empty()) alternative["required"] = std::move(form.required);
      alternatives.push_back(std::move(alternative));
    }
    if (alternatives.size() == 1) return std::move(alternatives[0]);
    Json schema = {{"type", "object"}};
    schema["oneOf"] = std::move(alternatives);
    return schema;
  }

  void member(std::string_view key, Value& value, const Options& options) override {
    add(key, value.schema(), options, value.written([](double number, std::string_view) { return number; }));
  }

  void any_members(Json&) override {
    for (Form& form : forms_) form.any_members = true;
  }

  // If all members of an object may be left out, the object may be left out, too.
  void object(std::string_view key, const Describe& describe, const Options& options) override {
    std::vector<Form> inner = forms(describe);
    Options with_members = options;
    with_members.required |=
        std::ranges::none_of(inner, [](const Form& form) { return form.required.empty(); });
    add(key, object_schema(std::move(inner)), with_members, {});
  }

  void optional_object(std::string_view key, bool&, const Describe& describe,
                       const Options& options) override {
    add(key, object_schema(forms(describe)), options, {});
  }

  void list(std::string_view key, std::size_t, const std::function<void(std::size_t)>& resize,
            const std::function<void(std::size_t, Fields&)>& describe, const Options& options) override {
    resize(1);
    Json list = {{"type", "array"}};
    list["items"] = object_schema(forms([&](Fields& fields) { describe(0, fields); }));
    add(key, std::move(list), options, {});
  }

  void variant(std::string_view key, std::string& value, std::span<const std::string_view> words,
               const std::function<void(std::string_view, Fields&)>& describe,
               const Options& options) override {
    branch(words, [&, default_word = value](std::string_view word) {
      Options of_word = options;
      of_word.required |= word != default_word;
      add(key, {{"const", word}}, of_word, default_word);
      describe(word, *this);
    });
  }

  void exactly_one(std::string&, std::span<const std::string_view> words,
                   const std::function<void(std::string_view, Fields&)>& describe,
                   const Options& options) override {
    branch(words, [&](std::string_view word) {
      Options of_word = options;
      of_word.required = true;
      object(
          word, [&](Fields& fields) { describe(word, fields); }, of_word);
    });
  }

  void alternatives(std::string_view, std::string_view) override {}
  void replaced(std::string_view, std::span<const std::string_view>, std::string_view) override {}
  bool is_given(std::string_view) const override { return false; }
  void unused(bool, std::initializer_list<std::string_view>, std::string_view, std::string_view) override {}
  void require(bool, std::string_view, std::string_view) override {}

 private:
  void add(std::string_view key, Json schema, const Options& options, Json default_value) {
    const std::string_view gap = options.doc.empty() || options.unit.empty() ? "" : " ";
    const std::string unit = options.unit.empty() ? "" : fmt::format("[{}]", options.unit);
    if (!options.doc.empty() || !unit.empty())
      schema["description"] = fmt::format("{}{}{}", options.doc, gap, unit);
    if (!options.example.empty()) schema["examples"] = Json::array({json_or_text(options.example)});
    if (!options.required && !default_value.is_null()) schema["default"] = std::move(default_value);
    for (Form& form : forms_) {
      // The last form takes the schema by move: schemas are deep, and copying them takes most of the time.
      form.properties[std::string(key)] = &form == &forms_.back() ? std::move(schema) : schema;
      if (options.required) form.required.push_back(key);
    }
  }

  // Continues each of the forms so far with each of the words.
  void branch(std::span<const std::string_view> words,
              const std::function<void(std::string_view)>& describe) {
    const std::vector<Form> before = std::move(forms_);
    std::vector<Form> all;
    for (const std::string_view word : words) {
      forms_ = before;
      describe(word);
      std::ranges::move(forms_, std::back_inserter(all));
    }
    forms_ = std::move(all);
  }

  std::vector<Form> forms_;
};

}  // namespace

Json schema(const Describe& describe) {
  Form start;
  start.properties["$schema"] = true;
  Json root = {{"$schema", "http://json-schema.org/draft-07/schema#"}};
  Json object = Schema::object_schema(Schema().forms(describe, std::move(start)));
  for (auto& [key, value] : object.items()) root[key] = std::move(value);
  return root;
}

}  // namespace simbench::config

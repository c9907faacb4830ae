#include "config/schema.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "config/json.h"
#include "config/parser.h"

namespace simbench::config {
namespace {

// One form that an object may have: "additionalProperties": false sees only the properties beside it, so each
// form lists all of its own.
struct Form {
  Json properties = Json::object();
  Json required = Json::array();
  bool any_members = false;
};

class Schema final : public Fields {
 public:
  // The forms of the object that `describe` describes; a variant multiplies them.
  std::vector<Form> forms(const Describe& describe, Form start = {}) {
    std::vector<Form> outer = std::exchange(forms_, {std::move(start)});
    describe(*this);
    return std::exchange(forms_, std::move(outer));
  }

  static Json object_schema(const std::vector<Form>& forms) {
    Json alternatives = Json::array();
    for (const Form& form : forms) {
      Json alternative = {
          {"type", "object"}, {"properties", form.properties}, {"additionalProperties", form.any_members}};
      if (!form.required.empty()) alternative["required"] = form.required;
      alternatives.push_back(std::move(alternative));
    }
    return alternatives.size() == 1 ? alternatives[0] : Json{{"type", "object"}, {"oneOf", alternatives}};
  }

  void number(std::string_view key, double& value, const NumberOptions& options) override {
    add(key, number_schema(options), options, value);
  }

  void optional_number(std::string_view key, std::optional<double>& value,
                       const NumberOptions& options) override {
    add(key, number_schema(options), options, value ? Json(*value) : Json());
  }

  void integer(std::string_view key, int& value, const IntegerOptions& options) override {
    add(key, integer_schema(options), options, value);
  }

  void optional_integer(std::string_view key, std::optional<int>& value,
                        const IntegerOptions& options) override {
    add(key, integer_schema(options), options, value ? Json(*value) : Json());
  }

  void boolean(std::string_view key, bool& value, const Options& options) override {
    add(key, {{"type", "boolean"}}, options, value);
  }

  void text(std::string_view key, std::string& value, const Options& options) override {
    add(key, {{"type", "string"}}, options, value);
  }

  void choice(std::string_view key, std::string& value, std::span<const std::string_view> words,
              const Options& options) override {
    add(key, {{"enum", words}}, options, value);
  }

  void number_or_word(std::string_view key, std::optional<double>& value, std::string& word,
                      std::span<const std::string_view> words, const NumberOptions& options) override {
    Json either = {number_schema(options), {{"enum", words}}};
    add(key, {{"anyOf", std::move(either)}}, options, value ? Json(*value) : Json(word));
  }

  void vector(std::string_view key, Eigen::Vector3d& value, const NumberOptions& options) override {
    add(key, triple_schema(number_schema(options)), options, {value[0], value[1], value[2]});
  }

  void integer_triple(std::string_view key, Eigen::Vector3i& value, const IntegerOptions& options) override {
    add(key, triple_schema(integer_schema(options)), options, {value[0], value[1], value[2]});
  }

  void integers(std::string_view key, std::vector<int>& values, const IntegerOptions& options) override {
    add(key, {{"type", "array"}, {"items", integer_schema(options)}}, options, values);
  }

  void words(std::string_view key, std::vector<std::string>&, std::span<const std::string_view> words,
             const Options& options) override {
    add(key, {{"type", "array"}, {"items", {{"enum", words}}}, {"minItems", 1}}, options, {});
  }

  void values(std::string_view key, std::vector<Json>&, const Options& options) override {
    const Json not_null = {{"not", {{"type", "null"}}}};
    add(key, {{"type", "array"}, {"items", not_null}, {"minItems", 1}}, options, {});
  }

  void any_members(Json&) override {
    for (Form& form : forms_) form.any_members = true;
  }

  // An object whose members may all be left out may be left out itself.
  void object(std::string_view key, const Describe& describe, const Options& options) override {
    const std::vector<Form> inner = forms(describe);
    Options with_members = options;
    with_members.required |=
        std::ranges::none_of(inner, [](const Form& form) { return form.required.empty(); });
    add(key, object_schema(inner), with_members, {});
  }

  void optional_object(std::string_view key, bool&, const Describe& describe,
                       const Options& options) override {
    add(key, object_schema(forms(describe)), options, {});
  }

  void list(std::string_view key, std::size_t, const std::function<void(std::size_t)>& resize,
            const std::function<void(std::size_t, Fields&)>& describe, const Options& options) override {
    resize(1);
    const Json item = object_schema(forms([&](Fields& fields) { describe(0, fields); }));
    add(key, {{"type", "array"}, {"items", item}}, options, {});
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
  void require(bool, std::string_view, std::string_view) override {}

 private:
  template <typename AnyOptions>
  void add(std::string_view key, Json schema, const AnyOptions& options, Json default_value) {
    const std::string_view gap = options.doc.empty() || options.unit.empty() ? "" : " ";
    const std::string unit = options.unit.empty() ? "" : fmt::format("[{}]", options.unit);
    if (!options.doc.empty() || !unit.empty())
      schema["description"] = fmt::format("{}{}{}", options.doc, gap, unit);
    if (!options.example.empty()) schema["examples"] = Json::array({json_or_text(options.example)});
    if (!options.required && !default_value.is_null()) schema["default"] = std::move(default_value);
    for (Form& form : forms_) {
      form.properties[std::string(key)] = schema;
      if (options.required) form.required.push_back(key);
    }
  }

  // Continues all forms so far with each of the words.
  void branch(std::span<const std::string_view> words,
              const std::function<void(std::string_view)>& describe) {
    const std::vector<Form> before = std::move(forms_);
    std::vector<Form> all;
    for (const std::string_view word : words) {
      forms_ = before;
      describe(word);
      all.insert(all.end(), forms_.begin(), forms_.end());
    }
    forms_ = std::move(all);
  }

  static Json number_schema(const NumberOptions& options) {
    Json schema = {{"type", "number"}};
    const Range& range = options.range;
    if (std::isfinite(range.minimum))
      schema[range.minimum_open ? "exclusiveMinimum" : "minimum"] = range.minimum;
    if (std::isfinite(range.maximum))
      schema[range.maximum_open ? "exclusiveMaximum" : "maximum"] = range.maximum;
    return schema;
  }

  static Json integer_schema(const IntegerOptions& options) {
    return {{"type", "integer"}, {"minimum", options.minimum}, {"maximum", options.maximum}};
  }

  static Json triple_schema(Json items) {
    return {{"type", "array"}, {"items", std::move(items)}, {"minItems", 3}, {"maxItems", 3}};
  }

  std::vector<Form> forms_;
};

}  // namespace

Json schema(const Describe& describe) {
  Form start;
  start.properties["$schema"] = true;
  Json root = {{"$schema", "http://json-schema.org/draft-07/schema#"}};
  root.update(Schema::object_schema(Schema().forms(describe, std::move(start))));
  return root;
}

}  // namespace simbench::config

#include "config/writer.h"

#include <utility>

#include "config/json.h"

namespace simbench::config {
namespace {

class Writer final : public Fields {
 public:
  explicit Writer(const Conversion& convert) : convert_(convert) {}

  Json inside(const Describe& describe) {
    Json outer = std::exchange(object_, Json::object());
    describe(*this);
    return std::exchange(object_, std::move(outer));
  }

  void number(std::string_view key, double& value, const NumberOptions& options) override {
    put(key, convert_(value, options.unit));
  }

  void optional_number(std::string_view key, std::optional<double>& value,
                       const NumberOptions& options) override {
    if (value) number(key, *value, options);
  }

  void integer(std::string_view key, int& value, const IntegerOptions&) override { put(key, value); }

  void optional_integer(std::string_view key, std::optional<int>& value, const IntegerOptions&) override {
    if (value) put(key, *value);
  }

  void boolean(std::string_view key, bool& value, const Options&) override { put(key, value); }

  void text(std::string_view key, std::string& value, const Options&) override { put(key, value); }

  void choice(std::string_view key, std::string& value, std::span<const std::string_view>,
              const Options&) override {
    put(key, value);
  }

  void number_or_word(std::string_view key, std::optional<double>& value, std::string& word,
                      std::span<const std::string_view>, const NumberOptions& options) override {
    put(key, value ? Json(convert_(*value, options.unit)) : Json(word));
  }

  void vector(std::string_view key, Eigen::Vector3d& value, const NumberOptions& options) override {
    Json numbers = Json::array();
    for (const double number : value) numbers.push_back(convert_(number, options.unit));
    put(key, std::move(numbers));
  }

  void integer_triple(std::string_view key, Eigen::Vector3i& value, const IntegerOptions&) override {
    put(key, {value[0], value[1], value[2]});
  }

  void integers(std::string_view key, std::vector<int>& values, const IntegerOptions&) override {
    put(key, values);
  }

  void words(std::string_view key, std::vector<std::string>& values, std::span<const std::string_view>,
             const Options&) override {
    put(key, values);
  }

  void values(std::string_view key, std::vector<Json>& values, const Options&) override { put(key, values); }

  void any_members(Json& members) override { object_.update(members); }

  void object(std::string_view key, const Describe& describe, const Options&) override {
    put(key, inside(describe));
  }

  void optional_object(std::string_view key, bool& present, const Describe& describe,
                       const Options&) override {
    if (present) put(key, inside(describe));
  }

  void list(std::string_view key, std::size_t size, const std::function<void(std::size_t)>&,
            const std::function<void(std::size_t, Fields&)>& describe, const Options&) override {
    Json items = Json::array();
    for (std::size_t i = 0; i < size; ++i)
      items.push_back(inside([&](Fields& fields) { describe(i, fields); }));
    put(key, std::move(items));
  }

  void variant(std::string_view key, std::string& value, std::span<const std::string_view>,
               const std::function<void(std::string_view, Fields&)>& describe, const Options&) override {
    put(key, value);
    describe(value, *this);
  }

  void exactly_one(std::string& value, std::span<const std::string_view>,
                   const std::function<void(std::string_view, Fields&)>& describe, const Options&) override {
    put(value, inside([&](Fields& fields) { describe(value, fields); }));
  }

  void alternatives(std::string_view, std::string_view) override {}
  void require(bool, std::string_view, std::string_view) override {}

 private:
  void put(std::string_view key, Json value) { object_[std::string(key)] = std::move(value); }

  const Conversion& convert_;
  Json object_;
};

}  // namespace

Json write(const Describe& describe) {
  return write(describe, [](double value, std::string_view) { return value; });
}

Json write(const Describe& describe, const Conversion& convert) {
  return Writer(convert).inside(describe);
}

}  // namespace simbench::config

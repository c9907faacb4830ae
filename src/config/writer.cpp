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

  void member(std::string_view key, Value& value, const Options&) override {
    if (Json written = value.written(convert_); !written.is_null()) put(key, std::move(written));
  }

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
  void replaced(std::string_view, std::span<const std::string_view>, std::string_view) override {}
  bool is_given(std::string_view) const override { return false; }
  void unused(bool, std::initializer_list<std::string_view>, std::string_view, std::string_view) override {}
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

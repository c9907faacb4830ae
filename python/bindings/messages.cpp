#include "messages.h"

#include <nanobind/nanobind.h>
#include <spdlog/sinks/base_sink.h>
#include <spdlog/spdlog.h>

#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "texts.h"

namespace simbench::python {

namespace {

struct Message {
  const char* method;  // of the logger
  std::string text;
};

class KeepingSink final : public spdlog::sinks::base_sink<std::mutex> {
 public:
  std::vector<Message> take() {
    const std::lock_guard<std::mutex> lock(mutex_);
    return std::exchange(messages_, {});
  }

 private:
  void sink_it_(const spdlog::details::log_msg& message) override {
    const char* const method = message.level >= spdlog::level::err    ? "error"
                               : message.level >= spdlog::level::warn ? "warning"
                                                                      : "info";
    messages_.push_back({method, std::string(message.payload.data(), message.payload.size())});
  }
  void flush_() override {}

  std::vector<Message> messages_;
};

const std::shared_ptr<KeepingSink>& sink() {
  static const auto only_one = std::make_shared<KeepingSink>();
  return only_one;
}

}  // namespace

void keep_messages() {
  spdlog::set_default_logger(std::make_shared<spdlog::logger>("simbench", sink()));
}

void show_messages() {
  const nanobind::object logger = nanobind::module_::import_("logging").attr("getLogger")("simbench");
  for (const Message& message : sink()->take()) logger.attr(message.method)("%s", python_text(message.text));
}

}  // namespace simbench::python

#include "harness/checkpoint.h"

#include <fmt/format.h>

#include "base/counted.h"
#include "base/error.h"
#include "config/reader.h"

namespace simbench {

using nlohmann::ordered_json;

namespace {

constexpr int checkpoint_format = 1;

ordered_json json_of(const NamedNumbers& named) {
  ordered_json json = ordered_json::object();
  for (const auto& [name, numbers] : named) json[name] = numbers;
  return json;
}

// Describes an object whose members are lists of numbers.
void read_numbers(config::Fields& fields, const std::string& key, NamedNumbers& named,
                  const config::Document& document) {
  ordered_json members;
  fields.object(key, [&](config::Fields& object) { object.any_members(members); },
                {.doc = "lists of numbers", .required = true});
  for (const auto& [name, list] : members.items()) {
    const std::string pointer = "/" + key + "/" + name;
    if (!list.is_array()) document.fail(pointer, "expected a list of numbers");
    for (const ordered_json& number : list) {
      if (!number.is_number()) document.fail(pointer, "expected numbers only");
    }
    named[name] = list.get<std::vector<double>>();
  }
}

}  // namespace

std::string checkpoint_file_name(int step) {
  return fmt::format("checkpoint_{:06}.json", step);
}

std::string Checkpoint::text() const {
  return ordered_json{{"format", checkpoint_format},
                      {"kind", kind},
                      {"system_sha256", system},
                      {"solver", solver},
                      {"time", time},
                      {"state", json_of(state)},
                      {"memory", json_of(memory)}}
             .dump() +
         "\n";
}

Checkpoint Checkpoint::parse(const config::Document& document) {
  Checkpoint stored;
  config::read(document, [&](config::Fields& fields) {
    int version = 0;
    fields.integer("format", version,
                   {.doc = "of this file",
                    .minimum = checkpoint_format,
                    .maximum = checkpoint_format,
                    .required = true});
    fields.text("kind", stored.kind, {.required = true});
    fields.text("system_sha256", stored.system, {.required = true});
    fields.text("solver", stored.solver, {.required = true});
    fields.number("time", stored.time, {.unit = "s", .range = config::non_negative, .required = true});
    read_numbers(fields, "state", stored.state, document);
    read_numbers(fields, "memory", stored.memory, document);
  });
  return stored;
}

std::vector<double> Checkpoint::numbers(const std::string& name, std::size_t count) const {
  const auto found = state.find(name);
  if (found == state.end() || found->second.empty()) return {};
  if (found->second.size() == count) return found->second;
  throw Error(ExitCode::usage, fmt::format("the state has {} in '{}', but the scene needs {}",
                                           counted(found->second.size(), "number"), name, count));
}

}  // namespace simbench

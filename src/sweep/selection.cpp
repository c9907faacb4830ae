#include "sweep/selection.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/error.h"
#include "base/nearest_name.h"
#include "base/number_text.h"
#include "base/split.h"

namespace simbench {

using nlohmann::ordered_json;

namespace {

// The value of a run under "solver" or the path of an axis.
ordered_json value_of(const SweepRun& run, const std::string& key) {
  if (key == "solver") return run.solver();
  const auto found = std::find_if(run.coordinates.begin(), run.coordinates.end(),
                                  [&](const auto& coordinate) { return coordinate.first == key; });
  return found->second;
}

// The id of the run that is computed: the run's source, or the run itself.
const std::string& computed_id(const SweepRun& run) {
  return run.source.empty() ? run.id : run.source;
}

void keep_only(std::vector<SweepRun>& runs, const std::string& id) {
  std::erase_if(runs, [&](const SweepRun& run) { return run.id != id && run.source != id; });
  if (runs.empty())
    throw Error(ExitCode::usage, fmt::format("--only '{}': no such run in the plan; --list names them", id));
}

void keep_matching(std::vector<SweepRun>& runs, const std::string& filter, const Plan& plan,
                   const std::vector<SweepRun>& all) {
  const std::size_t equals = filter.find('=');
  const std::string key = filter.substr(0, equals);
  std::vector<std::string> keys = {"solver"};
  for (const Axis& axis : plan.axes) keys.push_back(axis.path);
  if (equals == std::string::npos || std::find(keys.begin(), keys.end(), key) == keys.end()) {
    throw Error(ExitCode::usage,
                fmt::format("--filter '{}': expected axis=value{}", filter, did_you_mean(key, keys)));
  }
  const std::string text = filter.substr(equals + 1);
  const ordered_json wanted = ordered_json::parse(text, nullptr, false);
  const auto matches = [&](const SweepRun& run) {
    const ordered_json value = value_of(run, key);
    return value == wanted || value_text(value) == text || (value.is_string() && value == text);
  };
  if (std::none_of(all.begin(), all.end(), matches)) {
    std::vector<std::string> values;
    for (const SweepRun& run : all) {
      const std::string value = value_text(value_of(run, key));
      if (std::find(values.begin(), values.end(), value) == values.end()) values.push_back(value);
    }
    throw Error(ExitCode::usage, fmt::format("--filter '{}': no run has this value; {} takes: {}", filter,
                                             key, fmt::join(values, ", ")));
  }
  std::erase_if(runs, [&](const SweepRun& run) { return !matches(run); });
}

void keep_shard(std::vector<SweepRun>& runs, const std::string& shard) {
  const std::vector<std::string_view> parts = split(shard, '/');
  const std::int64_t index = parse_integer(parts.front()).value_or(-1);
  const std::int64_t count = parts.size() == 2 ? parse_integer(parts.back()).value_or(-1) : -1;
  if (index < 0 || index >= count)
    throw Error(ExitCode::usage, fmt::format("--shard '{}': expected i/n with 0 <= i < n", shard));
  std::map<std::string, std::int64_t> shard_of;  // by the id of the computed run
  for (const SweepRun& run : runs)
    shard_of.emplace(computed_id(run), static_cast<std::int64_t>(shard_of.size()) % count);
  std::erase_if(runs, [&](const SweepRun& run) { return shard_of[computed_id(run)] != index; });
}

// Whether a text is safe in a list with one run per line. It must not contain control characters or line
// separators (in UTF-8, C1 is C2 80 to C2 9F; U+2028 and U+2029 are E2 80 A8 and A9), and must not begin with
// a quote, as a JSON string does.
bool is_plain(const std::string& text) {
  if (text.starts_with('"')) return false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = [&](std::size_t k) {
      return i + k < text.size() ? static_cast<unsigned char>(text[i + k]) : 0U;
    };
    if (byte(0) < 0x20 || byte(0) == 0x7F || (byte(0) == 0xC2 && byte(1) < 0xA0)) return false;
    if (byte(0) == 0xE2 && byte(1) == 0x80 && (byte(2) == 0xA8 || byte(2) == 0xA9)) return false;
  }
  return true;
}

}  // namespace

std::vector<SweepRun> Selection::of(const Plan& plan, const std::vector<SweepRun>& all) const {
  std::vector<SweepRun> runs = all;
  if (only) keep_only(runs, *only);
  for (const std::string& filter : filters) keep_matching(runs, filter, plan, all);
  if (runs.empty())
    throw Error(ExitCode::usage,
                fmt::format("--filter {}: no run meets all of these", fmt::join(filters, " --filter ")));
  if (shard) keep_shard(runs, *shard);

  std::set<std::string> needed;
  for (const SweepRun& run : runs) needed.insert({run.id, computed_id(run)});
  runs = all;
  std::erase_if(runs, [&](const SweepRun& run) { return !needed.contains(run.id); });
  return runs;
}

std::string value_text(const ordered_json& value) {
  if (value.is_null()) return "-";
  if (value.is_string() && is_plain(value.get<std::string>())) return value.get<std::string>();
  const std::string text = value.dump();
  return value.is_string() || !is_plain(text) ? value.dump(-1, ' ', true) : text;  // true: ASCII only
}

std::string run_text(const SweepRun& run) {
  std::string text = run.id + " " + run.solver();
  for (const auto& [path, value] : run.coordinates) text += " " + path + "=" + value_text(value);
  return text;
}

}  // namespace simbench

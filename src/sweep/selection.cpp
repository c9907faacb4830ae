#include "sweep/selection.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <sstream>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "base/atomic_file.h"
#include "base/error.h"
#include "base/nearest_name.h"
#include "base/number_text.h"
#include "base/split.h"

namespace simbench {

using nlohmann::ordered_json;

namespace {

// Rows of an index, in its order. An index may have a million, of which few are chosen.
using Chosen = std::vector<const IndexedRun*>;

// The value of a run under "solver" or the path of an axis.
ordered_json value_of(const IndexedRun& run, const Combinations& combinations, const std::string& key) {
  if (key == "solver") return combinations.solver(run.combination);
  const Assignments coordinates = combinations.coordinates(run.combination);
  const auto found = std::find_if(coordinates.begin(), coordinates.end(),
                                  [&](const auto& coordinate) { return coordinate.first == key; });
  return found->second;
}

// The id of the run that is computed: the run's source, or the run itself.
const std::string& computed_id(const IndexedRun& run) {
  return run.source.empty() ? run.id : run.source;
}

// Keeps the runs with these ids, and the runs that are derived from them. `option` is for messages.
void keep_only(Chosen& runs, const std::set<std::string>& ids, const std::string& option) {
  std::set<std::string> unknown = ids;
  std::erase_if(runs, [&](const IndexedRun* run) {
    if (ids.contains(run->id)) unknown.erase(run->id);
    return !ids.contains(run->id) && !ids.contains(run->source);
  });
  if (unknown.empty()) return;
  throw Error(ExitCode::usage,
              fmt::format("{} '{}': no such run in the plan; --list names them", option, *unknown.begin()));
}

// The first word of each line, so that the file may have lines of --list.
std::set<std::string> ids_in(const std::string& file) {
  std::set<std::string> ids;
  std::istringstream text(read_file(file));
  for (std::string line; std::getline(text, line);) {
    std::string id;
    if (std::istringstream(line) >> id) ids.insert(id);
  }
  if (ids.empty())
    throw Error(ExitCode::usage, fmt::format("--only-file '{}': expected a line for each run, which begins "
                                             "with its id, as --list prints them",
                                             file));
  return ids;
}

void keep_matching(Chosen& runs, const std::string& filter, const Plan& plan,
                   const std::vector<IndexedRun>& all) {
  const Combinations combinations(plan);
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
  const auto matches = [&](const IndexedRun& run) {
    const ordered_json value = value_of(run, combinations, key);
    return value == wanted || value_text(value) == text || (value.is_string() && value == text);
  };
  if (std::none_of(all.begin(), all.end(), matches)) {
    std::vector<std::string> values;
    for (const IndexedRun& run : all) {
      const std::string value = value_text(value_of(run, combinations, key));
      if (std::find(values.begin(), values.end(), value) == values.end()) values.push_back(value);
    }
    throw Error(ExitCode::usage, fmt::format("--filter '{}': no run has this value; {} takes: {}", filter,
                                             key, fmt::join(values, ", ")));
  }
  std::erase_if(runs, [&](const IndexedRun* run) { return !matches(*run); });
}

void keep_shard(Chosen& runs, const std::string& shard) {
  const std::vector<std::string_view> parts = split(shard, '/');
  const std::int64_t index = parse_integer(parts.front()).value_or(-1);
  const std::int64_t count = parts.size() == 2 ? parse_integer(parts.back()).value_or(-1) : -1;
  if (index < 0 || index >= count)
    throw Error(ExitCode::usage, fmt::format("--shard '{}': expected i/n with 0 <= i < n", shard));
  std::unordered_map<std::string_view, std::int64_t> shard_of;  // by the id of the computed run
  shard_of.reserve(runs.size());
  for (const IndexedRun* run : runs)
    shard_of.emplace(computed_id(*run), static_cast<std::int64_t>(shard_of.size()) % count);
  std::erase_if(runs, [&](const IndexedRun* run) { return shard_of.at(computed_id(*run)) != index; });
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

std::vector<IndexedRun> Selection::of(const Plan& plan, const RunIndex& index) const {
  const std::vector<IndexedRun>& all = index.runs();
  Chosen runs;
  std::ranges::transform(all, std::back_inserter(runs), [](const IndexedRun& run) { return &run; });
  if (only) keep_only(runs, {*only}, "--only");
  if (only_file) keep_only(runs, ids_in(*only_file), fmt::format("--only-file {}: the run", *only_file));
  for (const std::string& filter : filters) keep_matching(runs, filter, plan, all);
  if (runs.empty())
    throw Error(ExitCode::usage,
                fmt::format("--filter {}: no run meets all of these", fmt::join(filters, " --filter ")));
  if (shard) keep_shard(runs, *shard);

  std::unordered_set<std::string_view> needed;
  for (const IndexedRun* run : runs) needed.insert({run->id, computed_id(*run)});
  std::vector<IndexedRun> result;
  std::ranges::copy_if(all, std::back_inserter(result),
                       [&](const IndexedRun& run) { return needed.contains(run.id); });
  return result;
}

std::string value_text(const ordered_json& value) {
  if (value.is_null()) return "-";
  if (value.is_string() && is_plain(value.get<std::string>())) return value.get<std::string>();
  const std::string text = value.dump();
  return value.is_string() || !is_plain(text) ? value.dump(-1, ' ', true) : text;  // true: ASCII only
}

std::string run_text(const IndexedRun& run, const Combinations& combinations) {
  std::string text = run.id + " " + combinations.solver(run.combination);
  for (const auto& [path, value] : combinations.coordinates(run.combination))
    text += " " + path + "=" + value_text(value);
  return text;
}

}  // namespace simbench

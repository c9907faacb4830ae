#include "deformable/scene/external_term.h"

#include <fmt/format.h>

#include <algorithm>

#include "harness/external_values.h"

namespace simbench {

namespace {

using nlohmann::ordered_json;

std::vector<std::shared_ptr<const ExternalTerm>>& registered() {
  static std::vector<std::shared_ptr<const ExternalTerm>> terms;
  return terms;
}

constexpr auto is_named = [](const std::string& name) {
  return [&name](const auto& term) { return term->name == name; };
};

}  // namespace

void ExternalTerms::describe(config::Fields& fields) {
  ordered_json given = ordered_json::object();
  fields.any_members(given);
  if (!given.empty()) choices.clear();
  for (const auto& [name, values] : given.items()) {
    const auto found = std::ranges::find_if(registered(), is_named(name));
    const bool is_known = found != registered().end();
    fields.require(
        is_known, name,
        fmt::format("no term '{}' is loaded; terms are written in Python: name the file of this one "
                    "with --term FILE.py, or add the term to the scene in Python",
                    name));
    if (is_known) choices.push_back({*found, (*found)->settings});
  }
  for (Choice& choice : choices) {
    fields.object(choice.term->name,
                  [&](config::Fields& members) {
                    describe_external_values(members, choice.term->name, choice.term->settings,
                                             choice.values);
                  },
                  {.doc = choice.term->summary});
  }
}

void register_external_term(std::shared_ptr<const ExternalTerm> term) {
  // The earlier one stays in memory, because scenes may still have it.
  std::erase_if(registered(), is_named(term->name));
  registered().push_back(std::move(term));
}

}  // namespace simbench

// Makes JSON lists.
#pragma once

#include <nlohmann/json.hpp>

namespace simbench {

// A JSON list with row(entry) for each entry.
template <class Entries, class Row>
nlohmann::ordered_json json_list(const Entries& entries, const Row& row) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const auto& entry : entries) list.push_back(row(entry));
  return list;
}

}  // namespace simbench

// The laws that `contact.law` can name.
#pragma once

#include <string_view>
#include <variant>
#include <vector>

#include "deformable/contact/laws/cubic_barrier.h"
#include "deformable/contact/laws/log_barrier.h"
#include "deformable/contact/laws/penalty.h"

namespace simbench {

// A new law is a header in laws/ and its name here.
using LawOfDistance = std::variant<LogBarrier, CubicBarrier, Penalty>;
std::vector<std::string_view> law_of_distance_names();
// The law of that name, which must exist, for d̂ [m].
LawOfDistance law_of_distance(std::string_view name, double distance);

}  // namespace simbench

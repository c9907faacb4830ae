#include "deformable/contact/laws_of_distance.h"

namespace simbench {

namespace {

template <std::size_t... I>
std::vector<std::string_view> names(std::index_sequence<I...>) {
  return {std::variant_alternative_t<I, LawOfDistance>::name...};
}

}  // namespace

std::vector<std::string_view> law_of_distance_names() {
  return names(std::make_index_sequence<std::variant_size_v<LawOfDistance>>());
}

LawOfDistance law_of_distance(std::string_view name, double distance) {
  LawOfDistance law = LogBarrier(distance);
  const auto take = [&]<class Law>() {
    if (Law::name == name) law = Law(distance);
  };
  [&]<std::size_t... I>(std::index_sequence<I...>) {
    (take.template operator()<std::variant_alternative_t<I, LawOfDistance>>(), ...);
  }
  (std::make_index_sequence<std::variant_size_v<LawOfDistance>>());
  return law;
}

}  // namespace simbench

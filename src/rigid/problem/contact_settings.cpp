#include "rigid/problem/contact_settings.h"

namespace simbench::rigid {

void ContactSettings::describe(config::Fields& fields) {
  enum class Reach { motion };
  static constexpr std::array<std::string_view, 1> reach_words = {"motion"};
  static constexpr std::array<std::string_view, 2> point_words = {"surface", "middle"};
  static constexpr std::array<std::string_view, 2> found_words = {"step", "frame"};
  Reach word = Reach::motion;
  config::number_or_choice(
      fields, "reach", reach, word, reach_words,
      {.unit = "m",
       .doc = "largest gap of a contact; motion: the distance that the two bodies move in the step",
       .range = config::non_negative});
  fields.number("margin", margin,
                {.unit = "m",
                 .doc = "overlap of resting bodies, so that contacts do not come and go",
                 .range = config::non_negative});
  fields.number("compliance", compliance,
                {.unit = "m/N", .doc = "compliance alpha of all contacts", .range = config::non_negative});
  config::choice(
      fields, "points", points, point_words,
      {.doc = "where forces act; surface: on the surface of each body; middle: on both bodies halfway "
              "between the surfaces"});
  fields.boolean("planar", is_planar,
                 {.doc = "whether all bodies move in the x-y plane; contacts are then in this plane"});
  bool per_frame = is_per_frame;
  config::choice(fields, "found", per_frame, found_words,
                 {.doc = "when contacts are found; step: at the start of each substep; frame: at the start "
                         "of each frame, and they stay for its substeps"});
  is_per_frame = per_frame;
}

}  // namespace simbench::rigid

// How contacts are found in a scene whose bodies have shapes (contacts/contact_finder.h).
#pragma once

#include <optional>

#include "config/fields.h"

namespace simbench::rigid {

// Where the forces of a contact act: on the surface of each body, or on both bodies at the point halfway
// between the surfaces, as in Box2D.
enum class ContactPoints { surface, middle };

struct ContactSettings {
  // Points whose gap is at most this are contacts [m]. If empty, those that the motion of their bodies in the
  // step can close.
  std::optional<double> reach = {};
  double margin = 0;      // resting bodies overlap by it, so that contacts do not come and go [m]
  double compliance = 0;  // α [m/N]
  ContactPoints points = ContactPoints::surface;
  bool is_planar = false;     // bodies move in the x-y plane, and their contacts are there
  bool is_per_frame = false;  // contacts are found once per frame, not in every substep

  void describe(config::Fields& fields);
};

}  // namespace simbench::rigid

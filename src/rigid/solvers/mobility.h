// M⁻¹ of bodies in the world frame. A Number may be lanes, one body in each.
#pragma once

#include <span>
#include <vector>

#include "rigid/bodies/inertia.h"
#include "rigid/bodies/plain_lanes.h"

namespace simbench::rigid {

template <class Number>
struct MobilityOf {
  Number inverse_mass;
  plain::Symmetric<Number> inverse_inertia;  // in the world frame
};
using Mobility = MobilityOf<double>;

// `inverse_principal` is 1/I₀ about the body's axes.
template <class Number>
MobilityOf<Number> mobility_at(const Number& inverse_mass, const plain::Vector<Number>& inverse_principal,
                               const plain::Pose<Number>& pose) {
  return {inverse_mass, plain::Symmetric<Number>::of(pose.rotation(), inverse_principal)};
}
inline Mobility mobility_at(const Inertia& inertia, const Pose& pose) {
  return mobility_at(inertia.inverse_mass, plain::Vector<double>(inertia.inverse_principal),
                     plain::plain_pose(pose));
}
// The mobilities of all bodies at these poses.
inline void find_mobilities(std::span<const Inertia> inertias, const Poses& poses,
                            std::vector<Mobility>& mobilities) {
  mobilities.clear();
  for (std::size_t b = 0; b < poses.size(); ++b) mobilities.push_back(mobility_at(inertias[b], poses[b]));
}

// Lane k has of(k).
template <class Of>
MobilityOf<plain::Pack> packed_mobilities(const Of& of) {
  const auto entries = [&](double plain::Symmetric<double>::*entry) {
    return plain::packed_numbers([&](int lane) { return of(lane).inverse_inertia.*entry; });
  };
  using Symmetric = plain::Symmetric<double>;
  return {plain::packed_numbers([&](int lane) { return of(lane).inverse_mass; }),
          {entries(&Symmetric::xx), entries(&Symmetric::yy), entries(&Symmetric::zz), entries(&Symmetric::xy),
           entries(&Symmetric::xz), entries(&Symmetric::yz)}};
}

// Sets moved = poses ⊞ moves, with the bits of move(), and the mobilities there. Both have one entry per body
// already. Several bodies are computed side by side.
void move_bodies(std::span<const Inertia> inertias, const Poses& poses, std::span<const Displacement> moves,
                 Poses& moved, std::vector<Mobility>& mobilities);

}  // namespace simbench::rigid

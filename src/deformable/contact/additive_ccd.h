// Continuous collision detection by additive advancement (Li et al. 2021, Codimensional IPC, Alg. 1).
#pragma once

#include "deformable/contact/contact_pair.h"

namespace simbench {

// The part of a step (3 × 4 [m]) that leaves at least a tenth of the pair's distance all the way; at most
// `most`. The distance must be positive. In exact arithmetic the pair does not touch on the way. Steps that
// follow each other could take nine tenths again and again, so a pair whose distance is near to the rounding
// of its coordinates gets a part so small that it does not move.
double additive_ccd(const ContactPair& pair, const FourPoints& start, const FourPoints& step, double most);

}  // namespace simbench

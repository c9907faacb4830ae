// Every law of the program, in the order of `simbench list materials`.
#pragma once

#include "deformable/energy/laws/corotated_linear.h"
#include "deformable/energy/laws/neo_hookean.h"
#include "deformable/energy/laws/st_venant_kirchhoff.h"
#include "deformable/energy/laws/stable_neo_hookean.h"
#include "deformable/energy/laws/strain.h"

namespace simbench {

template <template <class> class... Law>
struct LawList {};

// A new law needs its header in laws/ and its name here.
using Laws = LawList<Strain, StableNeoHookean, NeoHookean, StVenantKirchhoff, CorotatedLinear>;

}  // namespace simbench

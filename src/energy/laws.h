// Every law of the program, in the order of `simbench list materials`.
#pragma once

#include "energy/laws/corotated_linear.h"
#include "energy/laws/neo_hookean.h"
#include "energy/laws/st_venant_kirchhoff.h"
#include "energy/laws/stable_neo_hookean.h"
#include "energy/laws/strain.h"

namespace simbench {

template <template <class> class... Law>
struct LawList {};

// A new law: its header in laws/ and its name here.
using Laws = LawList<Strain, StableNeoHookean, NeoHookean, StVenantKirchhoff, CorotatedLinear>;

}  // namespace simbench

// Every potential that a scene may name in its list "potentials", in the order of `simbench list potentials`. One is a header in
// potentials/ with a struct that has
//
//   static name, summary
//   Batch<Real>       its type: Elements of a stencil under a law
//   describe(fields)  reads, writes and documents what a scene says of it
//   stencil(mesh)     its elements on the mesh at rest; a default-constructed stencil has none
//   parameters()      of its law
#pragma once

#include "energy/potentials/springs.h"

namespace simbench {

template <class... Potential>
struct PotentialList {};

// A new potential: its header in potentials/ and its name here.
using ScenePotentials = PotentialList<Springs>;

}  // namespace simbench

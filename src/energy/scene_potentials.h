// Every potential that a scene may name in its list "potentials", in the order of `simbench list potentials`. One is a header in
// potentials/ with a struct that has
//
//   static name, summary
//   Batch<Real>       its type: Elements of a stencil under a law
//   describe(fields)  reads, writes and documents what a scene says of it
//   stencil(mesh)     its elements on the mesh (a shared_ptr) at rest; a default-constructed stencil has none
//   parameters()      of its law
#pragma once

#include "energy/potentials/half_space.h"
#include "energy/potentials/springs.h"
#include "energy/potentials/volumes.h"

namespace simbench {

template <class... Potential>
struct PotentialList {};

// A new potential: its header in potentials/ and its name here.
using ScenePotentials = PotentialList<Springs, Volumes, HalfSpaces>;

}  // namespace simbench

// All potentials that a scene can have in its list "potentials", in the order of `simbench list potentials`.
// Each has a header in potentials/ with a struct that has
//
//   static name, summary
//   Batch<Real>       its type: Elements of a stencil under a law
//   describe(fields)  describes its settings, for reading, writing and documentation
//   stencil(mesh)     its elements on the mesh (a shared_ptr) at rest; a default-constructed stencil has none
//   parameters()      the parameters of its law
#pragma once

#include "deformable/energy/potentials/bending.h"
#include "deformable/energy/potentials/dihedral.h"
#include "deformable/energy/potentials/half_space.h"
#include "deformable/energy/potentials/membrane.h"
#include "deformable/energy/potentials/springs.h"
#include "deformable/energy/potentials/volumes.h"

namespace simbench {

template <class... Potential>
struct PotentialList {};

// A new potential needs its header in potentials/ and its name here.
using ScenePotentials = PotentialList<Springs, Volumes, HalfSpaces, Membrane, Bending, Dihedral>;

}  // namespace simbench

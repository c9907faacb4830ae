// Checks of a scene whose contacts are found.
#pragma once

#include "config/document.h"
#include "rigid/problem/system.h"

namespace simbench::rigid {

// Throws Error (usage) with the place in the document if fewer than two bodies have a shape, if two bodies
// overlap so deeply at the start that their contact could push them out on the wrong side, or if a scene that
// calls itself planar is not. The bodies of the system are those of the document.
void refuse_contacts(const World& world, const config::Document& document);

}  // namespace simbench::rigid

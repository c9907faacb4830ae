// Measures contact: a search for pairs, the derivatives of the pairs that are found, and iterations of qn,
// newton and alm beside those of the same problem without contact.
#pragma once

#include <functional>

#include "cases.h"
#include "statistics.h"

namespace simbench::benchmarks {

// The beam, twisted by a twelfth of a turn, and a cube half as wide that falls onto its middle: up to
// hundreds of pairs push, with a law of contact.law. q_n is allowed, so that solvers begin there.
IncrementalPotential<double> contact_problem(const Beam& beam, std::string_view law);

// What another program needs to measure the same contact: positions [m], edges and triangles of the surface,
// d̂ and κ.
Json contact_mesh(const Beam& beam);

// Passes a row in double precision on one thread to `add`.
void measure_contact(const ContactCase& which, const Beam& beam, double seconds,
                     const std::function<void(const Json&)>& add);

}  // namespace simbench::benchmarks

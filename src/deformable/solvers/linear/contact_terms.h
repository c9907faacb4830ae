// The terms k DᵀD of contacts in S, the matrix of PD and QN. A contact pushes only while its vertex is behind
// the plane, so that the set of terms changes between iterations and steps; each new set needs a new factor
// (Ledwon 2024, properties of PD: "not suited for frequently changing constraint sets").
//
// `constant`     the terms of all half spaces, whether they push or not; S is factorised once
// `refactorise`  the terms of half spaces and pairs that push at the iterate; S is factorised again when they
//                change: with pairs, whose closest points move, in every iteration
// `left_out`     no terms of contacts; S is factorised once, and no longer bounds the Hessian
#pragma once

#include <vector>

#include "config/fields.h"
#include "deformable/energy/potential.h"
#include "deformable/problem/incremental_potential.h"

namespace simbench {

enum class ContactTerms { constant, refactorise, left_out };

void describe_contact_terms(config::Fields& fields, ContactTerms& terms);

// Sets the weights of contacts at these positions, and does not touch those of other elements. Returns
// whether a weight has changed. Allocates nothing for half spaces.
template <class Real>
bool set_contact_weights(ContactTerms terms, const IncrementalPotential<Real>& problem,
                         const Positions<Real>& positions, SystemWeights<Real>& weights);

}  // namespace simbench

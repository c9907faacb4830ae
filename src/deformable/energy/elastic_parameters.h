// Young's modulus and Poisson's ratio, and the Lamé parameters that follow from them.
#pragma once

#include "config/fields.h"

namespace simbench {

struct ElasticParameters {
  double youngs_modulus = 0;    // E [Pa]
  double poisson_ratio = 0.45;  // ν

  void describe(config::Fields& fields) {
    fields.number("youngs_modulus", youngs_modulus,
                  {.unit = "Pa",
                   .doc = "Young's modulus E",
                   .range = config::positive,
                   .required = true,
                   .example = "1e5"});
    fields.number("poisson_ratio", poisson_ratio,
                  {.doc = "Poisson's ratio",
                   .range = {.minimum = -1, .maximum = 0.5, .minimum_open = true, .maximum_open = true}});
  }
  double stiffness() const { return youngs_modulus; }
  double mu() const { return youngs_modulus / (2 * (1 + poisson_ratio)); }  // [Pa]
  double lambda() const {                                                   // [Pa]
    return youngs_modulus * poisson_ratio / ((1 + poisson_ratio) * (1 - 2 * poisson_ratio));
  }
};

}  // namespace simbench

// A law with the parameters of all tests: E = 2 and ν = 0.3, or k = 1.5.
#pragma once

namespace simbench::test {

template <class Law>
Law example_law(double poisson_ratio = 0.3) {
  typename Law::Parameters parameters;
  if constexpr (requires { parameters.youngs_modulus; }) {
    parameters.youngs_modulus = 2;
    parameters.poisson_ratio = poisson_ratio;
  } else {
    parameters.k = 1.5;
  }
  return Law(parameters);
}

}  // namespace simbench::test

#include "deformable/solvers/mixed.h"

#include "deformable/solvers/kernels/stretch_hessian.h"

namespace simbench {

template <class Real>
Declines Mixed<Real>::declines(const Potentials<double>& potentials, const Settings&) {
  for (const auto& potential : potentials) {
    if (has_other_stretches(*potential)) {
      return "mixed needs tets with the strain law, for which its stretches follow from the positions; " +
             std::string(potential->law()) + " would need stretches of its own, and newton takes every law";
    }
  }
  return {};
}

template class Mixed<double>;
template class Mixed<float>;

}  // namespace simbench

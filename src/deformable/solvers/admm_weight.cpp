#include "deformable/solvers/admm_weight.h"

#include <array>
#include <limits>
#include <string>

#include "math/closest_frame.h"
#include "math/signed_svd.h"

namespace simbench {

void describe_weight(config::Fields& fields, WeightChoice& choice) {
  static constexpr std::array<std::string_view, 4> words = {"auto", "factor", "tuned", ""};  // of the variant
  const auto* const fixed_factor = std::get_if<FixedFactor>(&choice);
  const auto* const fixed_weight = std::get_if<FixedWeight>(&choice);
  std::optional<double> factor, weight;
  if (fixed_factor) factor = fixed_factor->c;
  if (fixed_weight) weight = fixed_weight->w;
  std::string word(fixed_weight ? words[0] : words[choice.index()]);

  fields.alternatives("weight", "weight_factor");
  fields.optional_number(
      "weight_factor", factor,
      {.doc = "a fixed c in w = c sqrt(k V)", .range = config::positive, .example = "0.3"});
  if (factor) word = words[1];
  fields.number_or_word(
      "weight", weight, word, std::span(words).first(3),
      {.unit = "sqrt(J)",
       .doc = "auto: w = c sqrt(k V) with c from a rule while iterating; factor: c is weight_factor "
              "(default 0.3); tuned: c is what simbench tune found for the scene; a number: w of every tet",
       .range = config::positive});
  fields.require(!factor || (!weight && word == words[1]), "weight",
                 "give weight or weight_factor, not both");
  if (weight) {
    choice = FixedWeight{*weight};
  } else if (word == words[1]) {
    choice = FixedFactor{factor.value_or(FixedFactor().c)};
  } else if (word == words[2]) {
    choice = TunedFactor();
  } else {
    choice = AutomaticFactor();
  }
}

template <class Real>
Real largest_compression(const Splitting<Real>& splitting) {
  Real smallest_sum = std::numeric_limits<Real>::infinity();
  for (const auto& batch : splitting.batches()) {
    const Index size = batch.z.cols();
    if (size != 9 && size != 6) continue;  // not a deformation gradient
    Reduced<Real> F(batch.z.rows(), batch.z.cols());
    batch.potential->reduce(splitting.positions(), F);
    for (Index element = 0; element < F.rows(); ++element) {
      if (size == 6) {
        smallest_sum = std::min(smallest_sum, 2 * smallest_stretch<Real>(F.row(element).head(3).transpose(),
                                                                         F.row(element).tail(3).transpose()));
        continue;
      }
      const Vector3<Real> stretches = signed_svd(Matrix3<Real>(F.row(element).reshaped(3, 3))).stretches;
      smallest_sum = std::min(smallest_sum, stretches[1] + stretches[2]);  // the two smallest
    }
  }
  return smallest_sum > 0 ? 2 / smallest_sum - 1 : std::numeric_limits<Real>::infinity();
}

template double largest_compression(const Splitting<double>&);
template float largest_compression(const Splitting<float>&);

}  // namespace simbench

#include "rigid/solvers/sor.h"

#include <array>
#include <optional>

namespace simbench::rigid {

void SorSettings::describe(config::Fields& fields) {
  static constexpr std::array<std::string_view, 3> words = {"optimal", "adaptive", "residual"};
  std::optional<double> number;
  if (rule == RelaxationRule::number) number = relaxation;
  RelaxationRule word = number ? RelaxationRule::optimal : rule;
  config::number_or_choice(
      fields, "relaxation", number, word, words,
      {.doc = "relaxation factor xi; optimal: the best one of the linearised constraints; adaptive: "
              "estimated from the sweeps; residual: raised while the error falls"});
  rule = number ? RelaxationRule::number : word;
  relaxation = number.value_or(1);
  describe_update(fields);
  describe_forms_and_start(fields);
}

}  // namespace simbench::rigid

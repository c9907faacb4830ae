// Terms of the objective that are not compiled into the program, such as those in Python. A scene names them
// under "terms", with the values of their settings.
#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "config/fields.h"
#include "deformable/problem/incremental_potential.h"

namespace simbench {

class ExternalTerm {
 public:
  virtual ~ExternalTerm() = default;

  std::string name;     // lower-case letters, digits and _
  std::string summary;  // a line
  // An object with the default value of every setting. "source" and "source_sha256" are the file of the
  // term's code and the hash of its text: the results depend on them.
  nlohmann::ordered_json settings = nlohmann::ordered_json::object();

  // Columns of this term: its energy, and those that it measures. Their texts must live as long as this
  // object.
  std::vector<TermColumn> columns;

  // The term of a step, whose other parts are in `problem`.
  virtual std::shared_ptr<const Term<double>> at_step(const IncrementalPotential<double>& problem,
                                                      const nlohmann::ordered_json& settings) const = 0;
};

// The member "terms" of a scene.
struct ExternalTerms {
  struct Choice {
    std::shared_ptr<const ExternalTerm> term;
    nlohmann::ordered_json values;
  };
  std::vector<Choice> choices;
  void describe(config::Fields& fields);
};

// Scenes that are read later can have this term. It replaces a registered one of the same name.
void register_external_term(std::shared_ptr<const ExternalTerm> term);

}  // namespace simbench

#include "case_list.h"

namespace simbench::benchmarks {

const std::vector<Case>& cases() {
  constexpr auto strain = Law::strain, neo_hookean = Law::stable_neo_hookean;
  static const std::vector<Case> all = {
      {"pbd", "pbd", strain},
      {"xpbd", "xpbd", strain, "{}", "STMLXZ"},
      {"pd", "pd", strain, "{}", "STMLX"},
      {"admm", "admm", strain, R"({"weight_factor": 0.3})"},
      {"qn", "qn", strain, "{}", "STMLX"},
      {"newton", "newton", strain},
      {"vbd", "vbd", strain, "{}", "STMLXZ"},
      {"xpbd_split", "xpbd", neo_hookean, R"({"form": "split"})"},
      {"xpbd_combined", "xpbd", neo_hookean, R"({"form": "combined"})"},
      {"vbd_neo_hookean", "vbd", neo_hookean, R"({"hessian": "exact"})"},
      {"admm_neo_hookean", "admm", neo_hookean, R"({"weight_factor": 0.3})"},

      {"chebyshev", "chebyshev", strain, "{}", "STM", "pd"},
      {"nesterov", "nesterov", strain, "{}", "STM", "pd"},
      {"anderson", "anderson", strain, "{}", "STM", "pd"},
      {"ncg", "ncg", strain, "{}", "STM", "pd"},
      {"barzilai_borwein", "barzilai_borwein", strain, "{}", "STM", "pd"},
      {"anderson_admm", "anderson_admm", strain, "{}", "STM", "admm"},
      {"douglas_rachford", "douglas_rachford", strain, "{}", "STM", "admm"},
      {"mixed", "mixed", strain, "{}", "STM", "newton"},
      {"newton_cg", "newton_cg", strain, "{}", "STM", "newton"},
      {"vbd_chebyshev", "vbd", strain, R"({"rho": 0.9})", "STM", "vbd"},
      {"pbng", "pbng", strain, "{}", "STM", "vbd"},
      {"generalized_pbd", "generalized_pbd", strain, "{}", "STM", "xpbd"},

      {"gradient_descent", "gradient_descent", strain, "{}", "STM"},
      {"bfgs", "bfgs", strain, "{}", "S"},
      {"xpbd_global", "xpbd_global", strain, "{}", "STM"},
      {"kkt", "kkt", strain, "{}", "ST"},
      {"jgs2", "jgs2", strain, "{}", "S", "newton"},
      {"coordinate_condensation", "coordinate_condensation", strain, "{}", "S", "newton"},
      {"explicit_euler", "formula", strain, "{}", "STML", {}, StepFormula::explicit_euler},
      {"symplectic_euler", "formula", strain, "{}", "STMLXZ", {}, StepFormula::symplectic_euler},
      {"linear_implicit_euler", "formula", strain, "{}", "ST", {}, StepFormula::linear_implicit_euler},

      {"xpbd_springs", "xpbd", Law::springs, "{}", "N"},
      {"pd_springs", "pd", Law::springs, "{}", "N"},
      {"xpbd_cloth", "xpbd", Law::cloth, "{}", "C"},
      {"pd_cloth", "pd", Law::cloth, "{}", "C"},
      {"vbd_cloth", "vbd", Law::cloth, "{}", "C"},
      {"newton_cloth", "newton", Law::cloth, "{}", "C"},
      {"xpbd_mixed", "xpbd", Law::mixed, "{}", "K"},
      {"pd_mixed", "pd", Law::mixed, "{}", "K"},
      {"admm_mixed", "admm", Law::mixed, "{}", "K", "pd"},
      {"qn_mixed", "qn", Law::mixed, "{}", "K", "pd"},
      {"vbd_mixed", "vbd", Law::mixed, "{}", "K"},
      {"newton_mixed", "newton", Law::mixed, "{}", "K"},
  };
  return all;
}

const std::vector<LookingCase>& looking_cases() {
  static const std::vector<LookingCase> all = {{"looking_xpbd", "xpbd"}, {"looking_pd", "pd"}};
  return all;
}

const std::vector<ContactCase>& contact_cases() {
  static const std::vector<ContactCase> all = {{"contact_search"},
                                               {"contact_terms"},
                                               {"contact_qn", "qn"},
                                               {"contact_newton", "newton"},
                                               {"contact_alm", "alm", "penalty"}};
  return all;
}

const std::vector<RigidCase>& rigid_cases() {
  static const std::vector<RigidCase> all = {
      {"gs"},
      {"jacobi", R"({"averaging": "count"})"},
      {"sor", R"({"relaxation": 1.2})"},
      {"xpbd", "{}", true},
      {"vbd", "{}", true},
      {"avbd"},
      {"alm", "{}", false, "direct", 2},  // factorises in each iteration
      {"si"},
      {"soft_step", "{}", false, "si"},
      {"tgs", "{}", false, "si"},
      {"direct", "{}", false, "gs", 2},
  };
  return all;
}

}  // namespace simbench::benchmarks

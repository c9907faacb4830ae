// Settings of solvers of rigid bodies, and the constraints that they decline.
#include <nlohmann/json.hpp>

#include "config/reader.h"
#include "config/writer.h"
#include "rigid/solvers/alm.h"
#include "rigid/solvers/avbd.h"
#include "rigid/solvers/direct.h"
#include "rigid/solvers/gauss_seidel.h"
#include "rigid/solvers/gs.h"
#include "rigid/solvers/jacobi.h"
#include "rigid/solvers/sequential_impulses.h"
#include "rigid/solvers/sor.h"
#include "rigid/solvers/vbd.h"
#include "rigid/solvers/xpbd.h"
#include "tests/rigid/stepping.h"

using namespace simbench;
using namespace simbench::rigid;

TEST_CASE("Settings are read and written under their names in scenes") {
  const auto read_into = [](auto settings, const std::string& text) {
    config::read(config::Document::parse(text, "solver.json"),
                 [&](config::Fields& fields) { settings.describe(fields); });
    return settings;
  };
  CHECK(read_into(GsSettings(), R"({"form": "rows", "update": "linear", "warm_start": 0.5})").update ==
        Update::linear);
  CHECK(read_into(SorSettings(), "{}").rule == RelaxationRule::optimal);
  CHECK(read_into(SorSettings(), R"({"relaxation": "residual"})").rule == RelaxationRule::residual);
  const SorSettings number = read_into(SorSettings(), R"({"relaxation": 1.7})");
  CHECK(number.rule == RelaxationRule::number);
  CHECK(number.relaxation == 1.7);
  CHECK(read_into(AvbdSettings(), R"({"penalty": "effective_mass", "penalty_factor": 3})").rule ==
        PenaltyRule::effective_mass);
  CHECK(read_into(AvbdSettings(), R"({"form": "scalar"})").form == PointForm::scalar);
  CHECK(read_into(JacobiSettings(), R"({"averaging": "split", "form": "scalar", "keep": 0.1})").averaging ==
        Averaging::split);
  CHECK(read_into(SequentialImpulsesSettings(), R"({"correction": 1})").correction == 1);
  CHECK(read_into(XpbdSettings(), "{}").has_compliance);
  CHECK(config::write([](config::Fields& fields) { SorSettings().describe(fields); })["relaxation"] ==
        "optimal");
  CHECK(config::write([](config::Fields& fields) { AlmSettings().describe(fields); })["penalty"] == 1);
}

TEST_CASE("Solvers decline constraints that they do not support") {
  const auto chain = boxes(3, 0.1);
  const auto& joints = chain.system.constraints;
  Constraints contact, rough, springs;
  Contact point;
  point.bodies = {0, 1};
  contact.push_back(point);
  point.static_friction = 0.5;
  rough.push_back(point);
  Spring spring;
  springs.push_back(spring);
  CHECK(Vbd::declines(joints, {})->find("'point' is hard") != std::string::npos);
  CHECK_FALSE(Vbd::declines(springs, {}));
  CHECK_FALSE(Alm::declines(contact, {}));
  CHECK_FALSE(Direct::declines(contact, {}));
  CHECK(Alm::declines(rough, {}));
  CHECK(Direct::declines(rough, {}));
  CHECK_FALSE(Direct::declines(joints, {}));
  for (const auto* list : std::initializer_list<const Constraints*>{&joints, &contact}) {
    CHECK_FALSE(Gs::declines(*list, {}));
    CHECK_FALSE(Jacobi::declines(*list, {}));
    CHECK_FALSE(Avbd::declines(*list, {}));
    CHECK_FALSE(SequentialImpulses::declines(*list, {}));
  }
  GsSettings linear;
  CHECK_FALSE(Gs::declines(rough, linear));
  linear.update = Update::linear;
  CHECK(Gs::declines(rough, linear));
  CHECK_FALSE(Avbd::declines(rough, {}));
  CHECK_FALSE(Jacobi::declines(rough, {}));
}

TEST_CASE("AVBD's penalties follow from the masses by their rules") {
  Hinged hinged(0.3);
  hinged.system.bodies[0].inertia.inverse_mass = 1. / 6;
  const StepProblem problem = problem_of(hinged.system, hinged.state);
  const auto penalties = [&](PenaltyRule rule) {
    Avbd avbd({.rule = rule, .penalty_factor = 0.5});
    avbd.begin_step(problem);
    return avbd.penalties();
  };
  CHECK((penalties(PenaltyRule::effective_mass).array() - 0.5 * 1.5).abs().maxCoeff() < 1e-15);
  CHECK((penalties(PenaltyRule::heavier_mass).array() - 0.5 * 6).abs().maxCoeff() < 1e-15);
  VectorX<double> expected(4);  // of a ball joint and an axis
  problem.constraints.for_each_linearised(
      problem.previous, [&](const auto& constraint, const auto& linear, Index row) {
        const auto K = linear.effective_inverse_mass(constraint.bodies, problem.inertias, problem.previous);
        for (int k = 0; k < constraint.rows; ++k) expected[row + k] = 0.5 / K(k, k);
      });
  CHECK((penalties(PenaltyRule::row_mass) - expected).norm() < 1e-14 * expected.norm());
}

TEST_CASE("AVBD declines contacts that bounce if it computes the velocities itself") {
  Hinged hinged(0.3);
  Contact bouncing;
  bouncing.bodies = {0, 1};
  bouncing.restitution = 0.5;
  hinged.system.constraints.push_back(bouncing);
  AvbdSettings settings;
  CHECK_FALSE(Avbd::declines(hinged.system.constraints, settings));
  settings.post_stabilisation = true;
  CHECK(Avbd::declines(hinged.system.constraints, settings));
  settings.post_stabilisation = false;
  settings.rotation = RotationUpdate::linear;
  CHECK(Avbd::declines(hinged.system.constraints, settings));
}

TEST_CASE("AVBD's penalties may be given one by one") {
  Hinged hinged(0.3);  // a ball joint and an axis
  hinged.system.constraints.for_each(
      [](auto& constraint, Index row) { constraint.entry = row == 0 ? 0 : 1; });
  const StepProblem problem = problem_of(hinged.system, hinged.state);
  AvbdSettings settings;
  settings.penalties = {7, 0.5};
  REQUIRE_FALSE(Avbd::declines(problem.constraints, settings));
  Avbd avbd(settings);
  avbd.begin_step(problem);
  CHECK(avbd.penalties() == Eigen::Vector4d(7, 7, 7, 0.5));
  System touching = hinged.system;
  touching.contacts = ContactSettings();  // a contact that is found is no constraint of the scene
  CHECK_FALSE(Avbd::declines(possible_constraints(touching), settings));
  settings.penalties.push_back(1);
  CHECK(Avbd::declines(problem.constraints, settings).value() ==
        "penalties has 3 numbers, but the scene has 2 constraints; give one number per constraint");
}

#include <nlohmann/json.hpp>

#include "base/units.h"
#include "config/reader.h"
#include "tests/deformable/scene/small_scene.h"

using namespace simbench;
using namespace simbench::test;
using Catch::Contains;
using Json = nlohmann::ordered_json;

namespace {

SceneFile read_text(const Json& json) {
  return read_scene_file(config::Document::parse(json.dump(), "again.json"));
}

std::string set_error(const std::vector<std::string>& overrides) {
  return error_text(ExitCode::usage, [&] { small_scene(overrides); });
}

// Sets every member to a value that is not its default.
const std::vector<std::string> everything_set = {
    "description=all members",
    R"(body.beam={"origin":[0.1,-2,1e-3],"size":[0.3,0.7,0.1],"cells":[3,2,1],"split":"six"})",
    "density=0.1",
    R"(material={"model":"stable_neo_hookean","youngs_modulus":12345.678,"poisson_ratio":0.3})",
    "anchors.stiffness=17.25",
    R"(anchors.groups=[{"vertices":{"select":"box","minimum":[0,-3,0],"maximum":[1,1,1]}},
        {"vertices":{"select":"indices","indices":[3,1]},"translation":[1,2,3],
         "rotation":{"origin":[1,2,3],"axis":[0,0,2],"degrees_per_second":-1e-3}}])",
    "gravity=[0,0.1,-9.81]",
    "initial_velocity=[1,2,0.3]",
    twist,
    "preparation.method=dynamic",
    "preparation.time_step=0.05",
    R"(step={"time_step":1e-4,"iterations":7,"steps":3,"release":2})",
    "solvers.xpbd.form=combined",
    "solvers.pd.global_step=increment",
    "solvers.admm.weight=4",
    "solvers.qn.history=2",
    "solvers.qn.line_search=strong_wolfe",
    "solvers.qn.initial_matrix=hessian",
    "solvers.qn.linear_solver=simplicial",
};

}  // namespace

TEST_CASE("A scene that is written and read again is the same scene") {
  const Json once = resolved(small_file(everything_set));
  CHECK(resolved(read_text(once)).dump() == once.dump());
  CHECK(once["anchors"]["groups"][1]["rotation"]["degrees_per_second"] == -1e-3);
  CHECK(once["material"]["youngs_modulus"] == 12345.678);
  CHECK(once["preparation"]["time_step"] == 0.05);
  CHECK_FALSE(once["preparation"].contains("increments"));
  CHECK(once["step"]["release"] == 2);
  CHECK(once["solvers"]["admm"] == Json{{"weight", 4.0},
                                        {"volume_scaling", true},
                                        {"held_by", "elimination"},
                                        {"prox", "exact"},
                                        {"prox_iterations", 50},
                                        {"linear_solver", "supernodal"}});
}

TEST_CASE("The scenes of the project survive writing and reading") {
  int count = 0;
  std::vector<std::filesystem::path> files;
  for (const SceneKind& kind : scene_kinds()) {
    const std::filesystem::path folder = SIMBENCH_SOURCE_DIR "/scenes";
    for (const auto& entry : std::filesystem::directory_iterator(folder / kind.name)) {
      if (!entry.is_directory()) files.push_back(entry.path());
    }
  }
  for (const std::filesystem::path& file : files) {
    const std::string name = file.filename();
    INFO(name);
    config::Document document = config::Document::read(file);
    const Json once = resolved(parse_scene_file(document));  // without a mesh, which may need TetGen
    config::Document again = config::Document::parse(once.dump(), "again.json");
    CHECK(resolved(parse_scene_file(again)).dump() == once.dump());
    ++count;
  }
  CHECK(count >= 4);
}

TEST_CASE("Members that a file leaves out get their defaults") {
  const Json json = resolved(small_file());
  CHECK(json["body"]["beam"]["split"] == "five");
  CHECK(json["anchors"] == Json::parse(R"({"stiffness": "material", "groups": []})"));
  CHECK(json["gravity"] == Json::parse("[0.0, 0.0, 0.0]"));
  CHECK(json["step"]["steps"] == 1);
  CHECK_FALSE(json.contains("preparation"));
  CHECK_FALSE(json["step"].contains("release"));
  CHECK(json["solvers"]["admm"]["weight"] == "auto");
  CHECK_FALSE(json["solvers"]["admm"].contains("weight_factor"));
  CHECK(json["solvers"]["qn"]["history"] == 5);
  CHECK(json["solvers"]["qn"]["line_search"] == "backtracking");
  CHECK(json["solvers"]["qn"]["initial_matrix"] == "stiffness");
  CHECK(json["solvers"]["xpbd"]["form"] == "split");
  CHECK(json["solvers"]["pd"]["global_step"] == "positions");
  CHECK(json["solvers"].size() == solvers().size());
}

TEST_CASE("A weight_factor of ADMM is a fixed weight, and --set replaces the file's kind of weight") {
  const auto admm = [](const char* file, const std::vector<std::string>& overrides) {
    Json scene = Json::parse(small_beam);
    scene["solvers"]["admm"] = Json::parse(file);
    Json settings = resolved(read_scene_file(config::Document::parse(scene.dump(), "scene.json"), overrides));
    Json weight;
    for (const char* key : {"weight", "weight_factor"}) {
      if (settings["solvers"]["admm"].contains(key)) weight[key] = settings["solvers"]["admm"][key];
    }
    return weight.dump();
  };
  const std::string fixed = R"({"weight":"factor","weight_factor":0.5})";
  CHECK(admm(R"({"weight_factor": 0.5})", {}) == fixed);
  CHECK(admm(fixed.c_str(), {}) == fixed);
  CHECK(admm(R"({"weight": "factor"})", {}) == R"({"weight":"factor","weight_factor":0.3})");
  CHECK(admm("{}", {"solvers.admm.weight_factor=0.5"}) == fixed);
  for (const char* weight : {R"({"weight": "auto"})", R"({"weight": 4})", R"({"weight_factor": 0.3})"}) {
    CHECK(admm(weight, {"solvers.admm.weight_factor=0.5"}) == fixed);
  }
  CHECK(admm(R"({"weight_factor": 0.3})", {"solvers.admm.weight=auto"}) == R"({"weight":"auto"})");
  CHECK(admm(fixed.c_str(), {"solvers.admm.weight=4"}) == R"({"weight":4.0})");
  CHECK_THAT(error_text(ExitCode::usage, [&] { admm(R"({"weight": "auto", "weight_factor": 1})", {}); }),
             Contains("not both"));
}

TEST_CASE("The thesis's scenes name the weight that the thesis used") {
  for (const char* name : {"beam_untwist", "beam_twist", "beam_untwist_neo_hookean", "beam_untwist_tetgen"}) {
    config::Document document = config::Document::read(
        named_scenes.find(std::string(SIMBENCH_SOURCE_DIR "/scenes/deformable/") + name));
    CHECK(resolved(parse_scene_file(document))["solvers"]["admm"]["weight_factor"] == 0.3);
  }
}

TEST_CASE("Resolving for one solver keeps only the settings of that solver") {
  const Json own = small_experiment("qn", everything_set).scene_json()["solvers"];
  CHECK(own.size() == 1);
  const Json set = Json::parse(R"({"history": 2, "line_search": "strong_wolfe", "initial_matrix": "hessian",
                                   "linear_solver": "simplicial"})");
  for (const auto& [key, value] : set.items()) CHECK(own["qn"][key] == value);
  Json all = resolved(small_file());
  Json one = small_experiment("admm").scene_json();
  all.erase("solvers");
  one.erase("solvers");
  CHECK(all == one);
}

TEST_CASE("Overrides act in their order, and only on a copy") {
  CHECK(resolved(small_file({"material.stiffness=2", "material.stiffness=3"}))["material"]["stiffness"] == 3);
  CHECK(resolved(small_file({"step.time_step=1e-1"}))["step"]["time_step"] == 0.1);
  CHECK(resolved(small_file())["material"]["stiffness"] == 1e6);
}

TEST_CASE("If --set chooses another material, the file's parameters are dropped") {
  const std::vector<std::string> overrides = {"material.model=stable_neo_hookean",
                                              "material.youngs_modulus=1e5"};
  const Scene scene = small_scene(overrides);
  CHECK(resolved(small_file(overrides))["material"] ==
        Json::parse(R"({"model": "stable_neo_hookean", "youngs_modulus": 1e5, "poisson_ratio": 0.45, )"
                    R"("rest_stable": true})"));
  CHECK(kinds_of_potentials(scene).front()->law() == "stable_neo_hookean");
  // Parameters that --set gives must belong to the new material.
  CHECK_THAT(
      set_error({"material.model=stable_neo_hookean", "material.youngs_modulus=1e5", "material.stiffness=1"}),
      Contains("--set material.stiffness=1") && Contains("unknown key 'stiffness'"));
  CHECK_THAT(set_error({"material.model=stable_neo_hookean"}), Contains("youngs_modulus"));
}

TEST_CASE("The error of an invalid override names the override") {
  CHECK_THAT(set_error({"material.stiffness"}),
             Contains("--set material.stiffness") && Contains("path.to.member=value"));
  CHECK_THAT(set_error({"solvers.admm.weight=1", "solvers.admm.weight_factor=1"}), Contains("not both"));
  CHECK_THAT(
      set_error({R"(material={"model":"stable_neo_hookean","youngs_modulus":1,"poisson_ratio":-0.1})"}),
      Contains("/material/poisson_ratio") && Contains("greater than 0"));
}

TEST_CASE("A copy of a scene that reads other parameters leaves the first one as it is") {
  const SceneFile first = small_file();
  SceneFile second = first;
  const Json changed = Json::parse(small_beam);
  config::Document document = config::Document::of(changed, "changed.json");
  document.set("material.stiffness=5");
  document.set("solvers.qn.history=7");
  config::read(document, [&](config::Fields& fields) { second.describe(fields); });
  CHECK(resolved(second)["material"]["stiffness"] == 5);
  CHECK(resolved(first)["material"]["stiffness"] == 1e6);
  CHECK(resolved(second)["solvers"]["qn"]["history"] == 7);
  CHECK(resolved(first)["solvers"]["qn"]["history"] == 5);
}

TEST_CASE("A scene that is not found is an error that lists the existing names") {
  CHECK_THAT(error_text(ExitCode::usage, [] { named_scenes.find("no/such/scene.json"); }),
             Contains("no/such/scene.json") && Contains("no such scene"));
  CHECK(named_scenes.find(SIMBENCH_SOURCE_DIR "/scenes/deformable/smoke.json") == SIMBENCH_SOURCE_DIR
        "/scenes/deformable/smoke.json");
}

TEST_CASE("in_time_unit() knows every unit of a scene's members") {
  int count = 0;
  const std::function<void(const Json&)> check_units = [&](const Json& schema) {
    if (schema.is_object() && schema.contains("description") && schema["description"].is_string()) {
      const std::string text = schema["description"];
      const std::size_t begin = text.rfind('[');
      if (text.ends_with(']') && begin != std::string::npos) {
        INFO(text);
        CHECK_NOTHROW(in_time_unit(1, text.substr(begin + 1, text.size() - begin - 2), 2));
        ++count;
      }
    }
    if (!schema.is_structured()) return;
    for (const Json& item : schema) check_units(item);
  };
  check_units(scene_schema("deformable"));
  CHECK(count > 10);
}

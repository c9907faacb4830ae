#include "deformable/energy/scene_potential.h"

#include <stdexcept>

#include "base/error.h"
#include "deformable/energy/scene_potential_list.h"

namespace simbench {

namespace {

template <class Kind>
class Described final : public ScenePotential {
 public:
  std::string_view name() const override { return Kind::name; }
  std::string_view summary() const override { return Kind::summary; }
  std::shared_ptr<ScenePotential> copy() const override { return std::make_shared<Described>(*this); }
  void describe(config::Fields& fields) override { kind_.describe(fields); }
  Index element_count(const std::shared_ptr<const TetMesh>& mesh) const override {
    const Index count = kind_.stencil(mesh).element_count();
    if (count == 0) throw Error(ExitCode::usage, "the selection holds no element of the mesh");
    return count;
  }
  std::shared_ptr<const Potential<double>> potential(
      const std::shared_ptr<const TetMesh>& mesh) const override {
    return std::make_shared<Batch>(kind_.stencil(mesh), kind_.parameters());
  }
  std::shared_ptr<const Potential<double>> kind() const override {
    return std::make_shared<Batch>(typename Batch::Stencil(), kind_.parameters());
  }

 private:
  using Batch = typename Kind::template Batch<double>;
  Kind kind_;
};

std::vector<std::shared_ptr<ScenePotential>> all_kinds() {
  return []<class... Kind>(PotentialList<Kind...>) {
    return std::vector<std::shared_ptr<ScenePotential>>{std::make_shared<Described<Kind>>()...};
  }(ScenePotentials{});
}

}  // namespace

std::vector<std::string_view> scene_potential_names() {
  std::vector<std::string_view> names;
  for (const auto& kind : all_kinds()) names.push_back(kind->name());
  return names;
}

std::shared_ptr<ScenePotential> make_scene_potential(std::string_view name) {
  for (const auto& kind : all_kinds()) {
    if (kind->name() == name) return kind;
  }
  throw std::logic_error("no potential of this name: " + std::string(name));
}

}  // namespace simbench

#include "deformable/scene/instance.h"

#include <nlohmann/json.hpp>
#include <numeric>
#include <string_view>
#include <vector>

#include "math/random.h"

namespace simbench {

namespace {

std::vector<int> numbers_from_zero(Index count) {
  std::vector<int> numbers(static_cast<std::size_t>(count));
  std::iota(numbers.begin(), numbers.end(), 0);
  return numbers;
}

// A random order of 0 … count − 1 (Fisher and Yates).
std::vector<int> shuffled(Index count, Random& random) {
  std::vector<int> order = numbers_from_zero(count);
  for (std::size_t left = order.size(); left > 1; --left)
    std::swap(order[left - 1], order[random.next() % left]);
  return order;
}

std::vector<int> inverse(const std::vector<int>& order) {
  std::vector<int> result(order.size());
  for (std::size_t place = 0; place < order.size(); ++place) result[order[place]] = static_cast<int>(place);
  return result;
}

}  // namespace

// A uniform rotation from a random quaternion (Marsaglia's rejection in the unit ball).
Matrix3<double> turn_of(int instance) {
  if (instance == 0) return Matrix3<double>::Identity();
  Random random(static_cast<std::uint64_t>(instance));
  Eigen::Vector4d quaternion;
  do {
    for (double& number : quaternion) number = 2 * random.uniform() - 1;
  } while (quaternion.squaredNorm() > 1 || quaternion.squaredNorm() < 1e-4);
  return Eigen::Quaterniond(quaternion.normalized()).toRotationMatrix();
}

std::vector<int> vertex_order(Index vertex_count, int instance) {
  if (instance == 0) return numbers_from_zero(vertex_count);
  Random random(~static_cast<std::uint64_t>(instance));
  return shuffled(vertex_count, random);
}

TetMesh renumbered(TetMesh mesh, int instance) {
  if (instance == 0) return mesh;
  Random random(static_cast<std::uint64_t>(instance) << 32);
  const std::vector<int> vertices = vertex_order(mesh.vertex_count(), instance), number = inverse(vertices);
  const std::vector<int> tets = shuffled(mesh.tet_count(), random);
  const std::vector<int> triangles = shuffled(mesh.triangle_count(), random);
  const auto reorder = [&](auto& elements, const std::vector<int>& order) {
    if (elements.cols() == 0) return;
    elements = elements(Eigen::all, order).eval();
    for (int& vertex : elements.reshaped()) vertex = number[vertex];
  };
  mesh.rest_positions = mesh.rest_positions(Eigen::all, vertices).eval();
  if (mesh.point_masses.size() > 0) mesh.point_masses = mesh.point_masses(vertices).eval();
  if (!mesh.tags.empty()) {
    const std::vector<int> tags = mesh.tags;
    for (std::size_t i = 0; i < tags.size(); ++i) mesh.tags[i] = tags[tets[i]];
  }
  reorder(mesh.tets, tets);
  reorder(mesh.quadratic_tets, tets);
  reorder(mesh.triangles, triangles);
  return mesh;
}

TetMesh turned(TetMesh mesh, const Matrix3<double>& turn) {
  mesh.rest_positions = (turn * mesh.rest_positions).eval();
  return mesh;
}

std::optional<NoInstances> why_no_instances(const nlohmann::ordered_json& scene_json) {
  static constexpr std::string_view remedy = "; take the instance 0";
  const auto refused = [](const std::string& pointer, const std::string& reason) {
    return NoInstances{pointer, reason + std::string(remedy)};
  };
  if (scene_json["body"].contains("particles"))
    return refused("/body/particles",
                   "particles are known by their numbers, so this scene has no other instances");
  const nlohmann::ordered_json members = scene_json.flatten();
  for (const auto& member : members.items()) {
    const std::string& pointer = member.key();
    const nlohmann::ordered_json& value = member.value();
    const auto has = [&](std::string_view part) { return pointer.find(part) != std::string::npos; };
    if (has("/select") && value == "indices")
      return refused(pointer, "indices name vertices, and another instance has them in another order");
    const bool names_places = has("/normal") || (has("/select") && value != "all" && value != "tag");
    if (pointer.starts_with("/potentials/") && (names_places || has("/pairs/")))
      return refused(pointer, "this potential names places or vertices, and another instance moves them");
  }
  return {};
}

}  // namespace simbench

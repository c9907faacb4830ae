#include "deformable/scene/start_state.h"

#include <fmt/format.h>

#include "base/error.h"
#include "deformable/problem/state.h"
#include "mesh/point_file.h"

namespace simbench {

namespace {

// The names of the members of State in a checkpoint.
constexpr std::array<std::pair<const char*, Positions<double> State::*>, 4> members_of_state = {{
    {"positions", &State::positions},
    {"velocities", &State::velocities},
    {"earlier_positions", &State::earlier_positions},
    {"earlier_velocities", &State::earlier_velocities},
}};

double diagonal(const Positions<double>& points) {
  return (points.rowwise().maxCoeff() - points.rowwise().minCoeff()).norm();
}

// Numbers that look as if they were in another unit than metres and seconds.
void note_units(const State& state, const TetMesh& mesh, double time_step, std::vector<std::string>& notes) {
  constexpr double suspicious = 100;
  const double size = diagonal(mesh.rest_positions), now = diagonal(state.positions);
  if (now > suspicious * size || suspicious * now < size) {
    notes.push_back(fmt::format(
        "the body is {:g} m large in the state and {:g} m at rest; positions are in metres", now, size));
  }
  const double path = time_step * state.velocities.colwise().norm().maxCoeff();
  if (path > size) {
    notes.push_back(
        fmt::format("with its velocity in the state, a vertex moves {:g} m in a step, and the body is {:g} m "
                    "large; velocities are in metres per second",
                    path, size));
  }
}

}  // namespace

State state_of(const Checkpoint& checkpoint, Index vertices) {
  State state;
  for (const auto& [name, member] : members_of_state) {
    const std::vector<double> numbers = checkpoint.numbers(name, 3 * static_cast<std::size_t>(vertices));
    if (!numbers.empty()) state.*member = Eigen::Map<const Positions<double>>(numbers.data(), 3, vertices);
  }
  if (state.velocities.size() == 0) state.velocities.setZero(3, vertices);
  const std::vector<double> lagged =
      checkpoint.numbers("lagged_positions", 3 * static_cast<std::size_t>(vertices));
  if (!lagged.empty()) {
    state.lagged_positions = Eigen::Map<const Positions<double>>(lagged.data(), 3, vertices);
    const std::vector<double> lags = checkpoint.numbers("lags_done", 1);
    state.lags_done = lags.empty() ? 1 : static_cast<int>(lags.front());
  }
  return state;
}

NamedNumbers numbers_of(const State& state) {
  NamedNumbers numbers;
  for (const auto& [name, member] : members_of_state) {
    const Positions<double>& values = state.*member;
    numbers[name].assign(values.data(), values.data() + values.size());
  }
  if (const Positions<double>& lagged = state.lagged_positions; state.lags_done > 0) {
    numbers["lagged_positions"].assign(lagged.data(), lagged.data() + lagged.size());
    numbers["lags_done"] = {static_cast<double>(state.lags_done)};
  }
  return numbers;
}

void StartState::describe(config::Fields& fields) {
  fields.alternatives("file", "positions");
  StateSource::describe(fields, [&](config::Fields& members) {
    positions.describe(members, "positions",
                       "x, y, z of each vertex [m]: .npy (vertices, 3), .csv, or the points of a .vtu",
                       "positions.npy");
    velocities.describe(
        members, "velocities",
        "velocity of each vertex [m/s]: .npy, .csv, or the point data 'velocities' of a .vtu; at rest if "
        "left out",
        "velocities.npy");
  });
  fields.require(file.path.has_value() != positions.path.has_value(), file.path ? "positions" : "file",
                 "give a checkpoint (file), or positions and perhaps velocities");
  fields.require(
      !velocities.path || positions.path, "velocities",
      "a checkpoint has its own velocities; give positions and velocities, or the checkpoint only");
}

Checkpoint StartState::read(const TetMesh& mesh, int instance, double time_step,
                            const config::Document& document, const std::filesystem::path& set_folder,
                            std::vector<std::string>& notes) {
  Checkpoint checkpoint;
  if (file.path) {
    checkpoint = StateSource::read("deformable", document, set_folder);
    if (checkpoint.system != mesh_sha256(mesh))
      document.fail("/state/file",
                    *file.path + ": a state of another mesh, or of its vertices in another order");
  } else {
    if (instance != 0)
      document.fail("/instance", "positions from files have one order and one place; take the instance 0");
    checkpoint.time = time.value_or(0);
    for (const auto& [name, quantity] : {std::pair{"positions", PointQuantity::positions},
                                         std::pair{"velocities", PointQuantity::velocities}}) {
      HashedFile& source = quantity == PointQuantity::positions ? positions : velocities;
      if (!source.path) continue;
      const std::string pointer = std::string("/state/") + name;
      const PointFile points = read_point_file(source.found(pointer, document, set_folder), quantity);
      source.check(points.sha256);
      if (points.vectors.cols() != mesh.vertex_count()) {
        document.fail(pointer, fmt::format("{} has {} points, but the body has {} vertices", *source.path,
                                           points.vectors.cols(), mesh.vertex_count()));
      }
      checkpoint.state[name].assign(points.vectors.data(), points.vectors.data() + points.vectors.size());
    }
  }
  const State state = state_of(checkpoint, mesh.vertex_count());
  if (state.positions.size() == 0) document.fail("/state/file", "the checkpoint has no positions");
  note_units(state, mesh, time_step, notes);
  return checkpoint;
}

std::vector<SourceFile> StartState::source_files() {
  std::vector<SourceFile> sources;
  if (file.path) sources.push_back(file.source("/state/file"));
  if (positions.path) sources.push_back(positions.source("/state/positions"));
  if (velocities.path) sources.push_back(velocities.source("/state/velocities"));
  return sources;
}

}  // namespace simbench

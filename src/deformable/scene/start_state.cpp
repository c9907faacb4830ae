#include "deformable/scene/start_state.h"

#include <fmt/format.h>

#include <cmath>

#include "base/counted.h"
#include "base/error.h"
#include "deformable/problem/state.h"

namespace simbench {

namespace {

// The names of the members of State in a checkpoint.
constexpr std::array<std::pair<const char*, Positions<double> State::*>, 4> members_of_state = {{
    {"positions", &State::positions},
    {"velocities", &State::velocities},
    {"earlier_positions", &State::earlier_positions},
    {"earlier_velocities", &State::earlier_velocities},
}};

constexpr const char* earlier_time_step = "earlier_time_step";

double diagonal(const Positions<double>& points) {
  return (points.rowwise().maxCoeff() - points.rowwise().minCoeff()).norm();
}

// Numbers that look as if they were in another unit than metres and seconds.
void warn_of_units(const State& state, const TetMesh& mesh, double time_step,
                   std::vector<std::string>& warnings) {
  constexpr double suspicious = 100;
  const double size = diagonal(mesh.rest_positions), now = diagonal(state.positions);
  if (now > suspicious * size || suspicious * now < size) {
    warnings.push_back(fmt::format(
        "the body is {:g} m large in the state and {:g} m at rest; positions are in metres", now, size));
  }
  const double path = time_step * state.velocities.colwise().norm().maxCoeff();
  if (path > size) {
    warnings.push_back(
        fmt::format("with its velocity in the state, a vertex moves {:g} m in a step, and the body is {:g} m "
                    "large; velocities are in metres per second",
                    path, size));
  }
}

// Positions of another mesh, in another order or of other numbers than the file says turn tets inside out.
void warn_of_inverted(const State& state, const TetMesh& mesh, std::vector<std::string>& warnings) {
  const Index inverted = (tet_volumes(mesh, state.positions).array() <= 0).count();
  if (inverted == 0) return;
  warnings.push_back(
      fmt::format("{} of {} inverted in the state; are these positions of another mesh, or in another order?",
                  inverted, counted(mesh.tet_count(), "tet is", "tets are")));
}

// Leaves out a history of other time steps than h, from which no step of length h follows.
void drop_other_history(Checkpoint& checkpoint, double time_step, bool has_history,
                        std::vector<std::string>& warnings) {
  constexpr double rounding = 1e-12;
  const std::vector<double> stored = checkpoint.numbers(earlier_time_step, 1);
  if (stored.empty() || std::abs(stored.front() - time_step) <= rounding * time_step) return;
  for (const char* name : {"earlier_positions", "earlier_velocities", earlier_time_step})
    checkpoint.state.erase(name);
  if (!has_history) return;
  warnings.push_back(
      fmt::format("the state's history is of steps of {:g} s, and the scene's steps have {:g} s; "
                  "the integrator begins anew, as in a first step",
                  stored.front(), time_step));
}

}  // namespace

State state_of(const Checkpoint& checkpoint, Index vertices) {
  State state;
  for (const auto& [name, member] : members_of_state) {
    const std::vector<double> numbers = checkpoint.numbers(name, 3 * static_cast<std::size_t>(vertices));
    if (!numbers.empty()) state.*member = Eigen::Map<const Positions<double>>(numbers.data(), 3, vertices);
  }
  if (state.velocities.size() == 0) state.velocities.setZero(3, vertices);
  if (state.earlier_positions.size() != state.earlier_velocities.size())
    throw Error(ExitCode::usage, "the state has only one of 'earlier_positions' and 'earlier_velocities'");
  const std::vector<double> lagged =
      checkpoint.numbers("lagged_positions", 3 * static_cast<std::size_t>(vertices));
  if (!lagged.empty()) {
    state.lagged_positions = Eigen::Map<const Positions<double>>(lagged.data(), 3, vertices);
    const std::vector<double> lags = checkpoint.numbers("lags_done", 1);
    constexpr double most = 1e6;
    const double done = lags.empty() ? 1 : lags.front();
    if (!(done >= 1 && done <= most) || done != std::floor(done))
      throw Error(ExitCode::usage,
                  fmt::format("the state has {} as its number of lags in 'lags_done'", done));
    state.lags_done = static_cast<int>(done);
  }
  return state;
}

NamedNumbers numbers_of(const State& state, double time_step) {
  NamedNumbers numbers;
  for (const auto& [name, member] : members_of_state) {
    const Positions<double>& values = state.*member;
    numbers[name].assign(values.data(), values.data() + values.size());
  }
  if (state.earlier_positions.size() > 0) numbers[earlier_time_step] = {time_step};
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

Positions<double> PlaceOfPoints::read(HashedFile& file, const std::string& pointer,
                                      PointQuantity quantity) const {
  if (instance != 0)
    document.fail("/instance", "positions from files have one order and one place; take the instance 0");
  PointFile points = read_point_file(file.found(pointer, document, set_folder), quantity);
  file.check(points.sha256);
  if (points.vectors.cols() != mesh.vertex_count()) {
    document.fail(pointer, fmt::format("{} has {}, but the body has {}", *file.path,
                                       counted(points.vectors.cols(), "point"),
                                       counted(mesh.vertex_count(), "vertex", "vertices")));
  }
  return std::move(points.vectors);
}

Checkpoint StartState::read(const PlaceOfPoints& place, double time_step, bool has_history,
                            std::vector<std::string>& warnings) {
  const auto& [mesh, instance, document, set_folder] = place;
  Checkpoint checkpoint;
  if (file.path) {
    checkpoint = StateSource::read("deformable", document, set_folder);
    if (checkpoint.system != mesh_sha256(mesh))
      document.fail("/state/file",
                    *file.path + ": a state of another mesh, or of its vertices in another order");
    drop_other_history(checkpoint, time_step, has_history, warnings);
  } else {
    checkpoint.time = time.value_or(0);
    for (const auto& [name, quantity] : {std::pair{"positions", PointQuantity::positions},
                                         std::pair{"velocities", PointQuantity::velocities}}) {
      HashedFile& source = quantity == PointQuantity::positions ? positions : velocities;
      if (!source.path) continue;
      const Positions<double> vectors = place.read(source, std::string("/state/") + name, quantity);
      checkpoint.state[name].assign(vectors.data(), vectors.data() + vectors.size());
    }
  }
  const State state = state_of(checkpoint, mesh.vertex_count());
  if (state.positions.size() == 0) document.fail("/state/file", "the checkpoint has no positions");
  warn_of_units(state, mesh, time_step, warnings);
  if (!file.path) warn_of_inverted(state, mesh, warnings);
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

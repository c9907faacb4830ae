#include "rigid/scene/start_state.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <unordered_map>

#include "base/atomic_file.h"
#include "base/counted.h"
#include "base/error.h"
#include "base/number_text.h"
#include "base/sha256.h"
#include "base/split.h"
#include "rigid/problem/extent.h"
#include "rigid/problem/step_problem.h"

namespace simbench::rigid {

namespace {

constexpr std::size_t pose_size = 7, velocity_size = 6;
// The columns of a table of bodies, in the order of a checkpoint's numbers.
constexpr std::array<std::string_view, pose_size + velocity_size> columns = {
    "x", "y", "z", "qw", "qx", "qy", "qz", "vx", "vy", "vz", "wx", "wy", "wz"};

// A table of bodies: the rows of its last step, if it has steps.
class BodyTable {
 public:
  // `name` stands for the file in messages.
  BodyTable(std::string_view contents, std::string name)
      : name_(std::move(name)), lines_(lines_of(contents)) {
    if (lines_.empty()) fail(1, "expected a line with the names of the columns");
    header_ = split(lines_.front(), ',');
    body_ = column("body");
    for (std::size_t i = 0; i < columns.size(); ++i) places_[i] = column(columns[i]);
    std::size_t first = 1;
    if (const auto step = std::ranges::find(header_, "step"); step != header_.end()) {
      const std::string_view last = cells(lines_.size() - 1)[step - header_.begin()];
      while (first + 1 < lines_.size() && cells(first)[step - header_.begin()] != last) ++first;
    }
    for (std::size_t line = first; line < lines_.size(); ++line) rows_[cells(line)[body_]].push_back(line);
  }

  // The numbers of a body, in the order of `columns`.
  std::array<double, columns.size()> numbers_of(std::string_view body) const {
    const auto found = rows_.find(body);
    if (found == rows_.end())
      throw Error(ExitCode::usage, fmt::format("{}: has no row of the body '{}'", name_, body));
    const std::vector<std::size_t>& rows = found->second;
    if (rows.size() > 1)
      fail(rows[1] + 1, fmt::format("the body '{}' has a row in line {}, too", body, rows[0] + 1));
    return numbers_in(rows.front());
  }

 private:
  std::array<double, columns.size()> numbers_in(std::size_t line) const {
    const std::vector<std::string_view> row = cells(line);
    std::array<double, columns.size()> numbers;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      const std::optional<double> number = parse_number(row[places_[i]]);
      if (!number || !std::isfinite(*number))
        fail(line + 1, fmt::format("'{}' is '{}'; expected a finite number", columns[i], row[places_[i]]));
      numbers[i] = *number;
    }
    const double square =
        numbers[3] * numbers[3] + numbers[4] * numbers[4] + numbers[5] * numbers[5] + numbers[6] * numbers[6];
    if (!(std::abs(square - 1) < 1e-6)) {
      fail(line + 1, fmt::format("the quaternion of '{}' has the length {:g}; expected 1", row[body_],
                                 std::sqrt(square)));
    }
    return numbers;
  }
  [[noreturn]] void fail(std::size_t line, const std::string& message) const {
    throw Error(ExitCode::usage, fmt::format("{}:{}: {}", name_, line, message));
  }
  std::size_t column(std::string_view name) const {
    const auto found = std::ranges::find(header_, name);
    if (found == header_.end())
      fail(1, fmt::format("has no column '{}'; expected those of bodies.csv", name));
    return static_cast<std::size_t>(found - header_.begin());
  }
  std::vector<std::string_view> cells(std::size_t line) const {
    std::vector<std::string_view> row = split(lines_[line], ',');
    if (row.size() != header_.size())
      fail(line + 1,
           fmt::format("has {}, but the first line has {}", counted(row.size(), "cell"), header_.size()));
    return row;
  }

  std::string name_;
  std::vector<std::string_view> lines_, header_;
  std::size_t body_ = 0;
  std::unordered_map<std::string_view, std::vector<std::size_t>> rows_;  // of each body, indices of lines
  std::array<std::size_t, columns.size()> places_{};
};

Checkpoint checkpoint_of(const System& system, std::string_view contents, const std::string& name) {
  const BodyTable table(contents, name);
  Checkpoint checkpoint;
  for (int b = 0; b < system.world(); ++b) {
    const auto numbers = table.numbers_of(system.bodies[b].name);
    const auto middle = numbers.begin() + pose_size;
    std::vector<double>&poses = checkpoint.state["poses"], &velocities = checkpoint.state["velocities"];
    poses.insert(poses.end(), numbers.begin(), middle);
    velocities.insert(velocities.end(), middle, numbers.end());
  }
  return checkpoint;
}

}  // namespace

std::vector<std::string> warnings_of_units(const World& described, const State& state, double time_step) {
  constexpr double suspicious = 100;
  std::vector<std::string> warnings;
  const System& system = described.system;
  const double size = extent(described), now = extent({system, state});
  if (size > 0 && (now > suspicious * size || suspicious * now < size)) {
    warnings.push_back(fmt::format(
        "the bodies extend over {:g} m in the state and over {:g} m in the scene; positions are in "
        "metres",
        now, size));
  }
  for (std::size_t b = 0; b < system.bodies.size(); ++b) {
    const auto& [linear, angular] = state.velocities[b];
    const Body& body = system.bodies[b];
    const double own = body.shape.has_extent() ? std::max(size, 2 * body.shape.reach()) : size;
    const double path = time_step * linear.norm(), turn = time_step * angular.norm();
    if (own > 0 && path > own) {
      warnings.push_back(
          fmt::format("with its velocity in the state, the body '{}' moves {:g} m in a step, and the bodies "
                      "extend over {:g} m; velocities are in metres per second",
                      body.name, path, own));
    } else if (turn > std::numbers::pi) {
      warnings.push_back(fmt::format(
          "with its velocity in the state, the body '{}' turns by {:g} rad in a step, which is more "
          "than half a turn; angular velocities are in radians per second",
          body.name, turn));
    } else {
      continue;
    }
    break;  // other bodies have the same unit
  }
  return warnings;
}

std::string names_sha256(const System& system) {
  std::string names;
  for (const Body& body : system.bodies) names += body.name + "\n";
  return sha256(names);
}

State state_of(const Checkpoint& checkpoint, const System& system) {
  const auto count = static_cast<std::size_t>(system.world());
  const std::vector<double> poses = checkpoint.numbers("poses", pose_size * count);
  const std::vector<double> velocities = checkpoint.numbers("velocities", velocity_size * count);
  State state{Poses(count + 1), std::vector<Displacement>(count + 1)};
  for (std::size_t b = 0; b < count && !poses.empty(); ++b) {
    const double *p = &poses[pose_size * b], *v = &velocities.at(velocity_size * b);
    state.poses[b] = {Vector3<double>(p[0], p[1], p[2]), Quaternion(p[3], p[4], p[5], p[6])};
    state.velocities[b] = {Vector3<double>(v[0], v[1], v[2]), Vector3<double>(v[3], v[4], v[5])};
  }
  if (const auto angles = checkpoint.state.find("angles"); angles != checkpoint.state.end())
    state.angles = angles->second;
  return state;
}

NamedNumbers numbers_of(const State& state, const std::vector<double>& contacts) {
  NamedNumbers numbers{{"angles", state.angles}, {"contacts", contacts}};
  for (std::size_t b = 0; b + 1 < state.poses.size(); ++b) {  // the last body is the world
    const auto& [position, orientation] = state.poses[b];
    const auto& [linear, angular] = state.velocities[b];
    for (const double number : {position.x(), position.y(), position.z(), orientation.w(), orientation.x(),
                                orientation.y(), orientation.z()})
      numbers["poses"].push_back(number);
    for (const double number : {linear.x(), linear.y(), linear.z(), angular.x(), angular.y(), angular.z()})
      numbers["velocities"].push_back(number);
  }
  return numbers;
}

void StartState::describe(config::Fields& fields) {
  fields.alternatives("file", "bodies");
  StateSource::describe(fields, [&](config::Fields& members) {
    bodies.describe(
        members, "bodies",
        "a table with the columns body, x, y, z, qw, qx, qy, qz, vx, vy, vz, wx, wy, wz of bodies.csv and a "
        "row for each body; if it has a column step, the rows of the last step count",
        "runs/stack/direct/bodies.csv");
  });
  fields.require(file.path.has_value() != bodies.path.has_value(), file.path ? "bodies" : "file",
                 "give a checkpoint (file) or a table (bodies)");
}

Checkpoint StartState::read(const System& system, double frame, int substeps,
                            const config::Document& document, const std::filesystem::path& set_folder) {
  const std::string pointer = file.path ? "/state/file" : "/state/bodies";
  Checkpoint checkpoint;
  if (file.path) {
    checkpoint = StateSource::read("rigid", document, set_folder);
    if (checkpoint.system != names_sha256(system))
      document.fail(pointer, *file.path + ": a state of bodies with other names or in another order");
  } else {
    const std::filesystem::path place = bodies.found(pointer, document, set_folder);
    const std::string contents = read_file(place, largest_checkpoint_file);
    bodies.check(sha256(contents));
    checkpoint = checkpoint_of(system, contents, place.string());
    checkpoint.time = time.value_or(0);
  }
  const double step = frame / substeps;
  const bool is_multiple =
      static_cast<double>(std::llround(checkpoint.time / step)) * step == checkpoint.time;
  if (is_multiple && std::llround(checkpoint.time / step) % substeps != 0) {
    document.fail(
        pointer,
        fmt::format("this state is within a frame of {} substeps; take one at the end of a frame, whose "
                    "number is a multiple of {}",
                    substeps, substeps));
  }
  if (const auto angles = checkpoint.state.find("angles"); angles != checkpoint.state.end()) {
    const std::size_t of_state = angles->second.size(), of_scene = angle_count(system.constraints);
    if (of_state != 0 && of_state != of_scene) {
      document.fail(pointer,
                    fmt::format("a state of other joints: it has {}, and the scene has {}",
                                counted(of_state, "angle of a joint", "angles of joints"), of_scene));
    }
  }
  if (state_of(checkpoint, system).poses.size() != system.bodies.size() ||
      checkpoint.numbers("poses", pose_size * static_cast<std::size_t>(system.world())).empty())
    document.fail(pointer, "the checkpoint has no poses");
  return checkpoint;
}

std::vector<SourceFile> StartState::source_files() {
  std::vector<SourceFile> sources;
  if (file.path) sources.push_back(file.source("/state/file"));
  if (bodies.path) sources.push_back(bodies.source("/state/bodies"));
  return sources;
}

}  // namespace simbench::rigid

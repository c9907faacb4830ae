// XPBD and Projective Dynamics on tets, triangles, hinges and springs, one element after the other.
#include "baseline_common.h"
#include "cloth.h"
#include "deformable/energy/hinge_stencil.h"
#include "spring_net.h"

namespace simbench::benchmarks::plain {

namespace {

// The states without energy: rotations, 3 × 2 matrices with orthonormal columns, zero, and unit vectors.
enum class Rest { rotation, frame, zero, unit };

template <int corner_count, int column_count, Rest rest>
struct Elements {
  static constexpr int corners = corner_count;
  using State = Eigen::Matrix<double, 3, column_count>;            // y = D q
  using Gradients = Eigen::Matrix<double, corners, column_count>;  // D, one row per corner
  struct Element {
    std::array<int, corners> vertices;
    Gradients gradients;
    double stiffness;  // k V [J]
  };
  std::vector<Element> all;

  static State state(const Positions<double>& q, const Element& element) {
    State y = State::Zero();
    for (int c = 0; c < corners; ++c) y += q.col(element.vertices[c]) * element.gradients.row(c);
    return y;
  }
  static State projection(const State& y) {
    if constexpr (rest == Rest::rotation) {
      return rotation(y);
    } else if constexpr (rest == Rest::frame) {
      const Eigen::JacobiSVD<State> svd(y, Eigen::ComputeFullU | Eigen::ComputeFullV);
      return svd.matrixU().template leftCols<2>() * svd.matrixV().transpose();
    } else if constexpr (rest == Rest::zero) {
      return State::Zero();
    } else {
      return y.normalized();
    }
  }
  // C = ‖y − projection‖ and ∂C/∂y; of a spring ‖y‖ − 1, which has a sign.
  static std::pair<double, State> constraint(const State& y) {
    if constexpr (rest == Rest::unit) return {y.norm() - 1, y.normalized()};
    const State deviation = y - projection(y);
    const double C = deviation.norm();
    return {C, C > 0 ? State(deviation / C) : State::Zero()};
  }
};

class ElementBaseline : public Solver<double> {
 public:
  std::optional<Failure> begin_step(const IncrementalPotential<double>& problem) override {
    q_ = q_tilde_ = problem.inertial_positions;
    inertia_ = problem.inertia_weights();
    tets_ = {};
    triangles_ = {};
    hinges_ = {};
    springs_ = {};
    for (const auto& potential : problem.potentials) {
      std::vector<std::span<const int>> elements;
      potential->append_elements(elements);
      for (std::size_t i = 0; i < elements.size(); ++i)
        add(potential->law(), elements[i], problem.mesh->rest_positions,
            potential->stiffnesses()[static_cast<Index>(i)]);
    }
    return {};
  }
  const Positions<double>& positions() const override { return q_; }

 protected:
  // Calls body(element, type) for all elements in their order.
  template <class Body>
  void for_each(const Body& body) const {
    const auto each = [&](const auto& elements) {
      for (const auto& element : elements.all) body(element, elements);
    };
    each(tets_);
    each(triangles_);
    each(hinges_);
    each(springs_);
  }

  Positions<double> q_, q_tilde_;
  VectorX<double> inertia_;  // M/h²

 private:
  void add(std::string_view law, std::span<const int> vertices, const Positions<double>& rest,
           double stiffness) {
    const auto edge = [&](int i) -> Vector3d { return rest.col(vertices[i]) - rest.col(vertices[0]); };
    if (law == "strain") {
      Matrix3d edges;
      edges << edge(1), edge(2), edge(3);
      push(tets_, vertices, edges.inverse(), stiffness);
    } else if (law == "membrane") {
      const Vector3d along = edge(1).normalized(),
                     across = edge(1).cross(edge(2)).cross(edge(1)).normalized();
      Eigen::Matrix2d edges;
      edges << edge(1).norm(), along.dot(edge(2)), 0, across.dot(edge(2));
      push(triangles_, vertices, edges.inverse(), stiffness);
    } else if (law == "bending") {
      const RestHinge hinge({vertices[0], vertices[1], vertices[2], vertices[3]}, rest);
      push(hinges_, vertices, Vector3d(hinge.cotangents.tail<3>() / hinge.area), stiffness);
    } else {
      const double length = std::sqrt(stiffness / spring_stiffness);  // from k L²
      push(springs_, vertices, Eigen::Matrix<double, 1, 1>(1 / length), stiffness);
    }
  }
  // `own`: the gradients of all corners but the first, which make the sum zero.
  template <class Type, class Own>
  static void push(Type& type, std::span<const int> vertices, const Own& own, double stiffness) {
    typename Type::Element element;
    std::ranges::copy(vertices, element.vertices.begin());
    element.gradients << -own.colwise().sum(), own;
    element.stiffness = stiffness;
    type.all.push_back(element);
  }

  Elements<4, 3, Rest::rotation> tets_;
  Elements<3, 2, Rest::frame> triangles_;
  Elements<4, 1, Rest::zero> hinges_;
  Elements<2, 1, Rest::unit> springs_;
};

class ElementXpbd final : public ElementBaseline {
 public:
  std::optional<Failure> begin_step(const IncrementalPotential<double>& problem) override {
    ElementBaseline::begin_step(problem);
    lambda_.clear();
    for_each([&](const auto&, const auto&) { lambda_.push_back(0); });
    return {};
  }
  IterationReport iterate() override {
    auto lambda = lambda_.begin();
    for_each([&]<class Type>(const auto& element, const Type&) {
      const auto [C, direction] = Type::constraint(Type::state(q_, element));
      const Eigen::Matrix<double, 3, Type::corners> gradient = direction * element.gradients.transpose();
      const double alpha = 1 / element.stiffness;
      double sum = alpha;
      for (int c = 0; c < Type::corners; ++c)
        sum += gradient.col(c).squaredNorm() / inertia_[element.vertices[c]];
      const double change = C == 0 ? 0 : (-C - alpha * *lambda) / sum;
      *lambda++ += change;
      for (int c = 0; c < Type::corners; ++c)
        q_.col(element.vertices[c]) += change / inertia_[element.vertices[c]] * gradient.col(c);
    });
    return {};
  }

 private:
  std::vector<double> lambda_;
};

class ElementProjectiveDynamics final : public ElementBaseline {
 public:
  std::optional<Failure> begin_step(const IncrementalPotential<double>& problem) override {
    ElementBaseline::begin_step(problem);
    Triplets entries;
    for (int i = 0; i < q_.cols(); ++i) entries.emplace_back(i, i, inertia_[i]);
    for_each([&]<class Type>(const auto& element, const Type&) {
      for (int a = 0; a < Type::corners; ++a)
        for (int b = 0; b < Type::corners; ++b)
          entries.emplace_back(element.vertices[a], element.vertices[b],
                               element.stiffness * element.gradients.row(a).dot(element.gradients.row(b)));
    });
    Sparse matrix(q_.cols(), q_.cols());
    matrix.setFromTriplets(entries.begin(), entries.end());
    ldlt_.compute(matrix);
    return {};
  }
  IterationReport iterate() override {
    Positions<double> right_hand_side = q_tilde_ * inertia_.asDiagonal();
    for_each([&]<class Type>(const auto& element, const Type&) {
      const typename Type::State target = element.stiffness * Type::projection(Type::state(q_, element));
      for (int c = 0; c < Type::corners; ++c)
        right_hand_side.col(element.vertices[c]) += target * element.gradients.row(c).transpose();
    });
    const Eigen::Matrix<double, Eigen::Dynamic, 3> B = right_hand_side.transpose();
    q_ = ldlt_.solve(B).transpose();
    return {};
  }

 private:
  Eigen::SimplicialLDLT<Sparse> ldlt_;
};

}  // namespace

}  // namespace simbench::benchmarks::plain

namespace simbench::benchmarks {

std::unique_ptr<Solver<double>> make_element_baseline(std::string_view solver) {
  if (solver == "pd") return std::make_unique<plain::ElementProjectiveDynamics>();
  if (solver == "xpbd") return std::make_unique<plain::ElementXpbd>();
  return nullptr;
}

}  // namespace simbench::benchmarks

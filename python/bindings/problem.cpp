#include "problem.h"

#include <fmt/format.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "arrays.h"
#include "computing.h"
#include "math/sparse_cholesky.h"

namespace simbench::python {

namespace {

Positions<double> positions_of(const Problem& problem, nb::handle q) {
  return positions_from(q, problem.step.vertex_count(), "positions");
}

// Calls `value(positions)` without Python's lock.
template <class Value>
auto without_lock(const Problem& problem, nb::handle q, const Value& value) {
  const Positions<double> positions = positions_of(problem, q);
  const Unlocked unlocked;
  return value(positions);
}

// The factors of a symmetric positive definite matrix.
class Factor {
 public:
  explicit Factor(const Eigen::SparseMatrix<double>& matrix) : size_(matrix.rows()) {
    bool is_factorised;
    {
      const Unlocked unlocked;
      is_factorised = cholesky_.factorize(matrix);
    }
    if (!is_factorised)
      throw nb::value_error("the matrix is not positive definite, or has numbers that are not finite");
  }

  // Solves for three right-hand sides (size, 3), or for one with `size` numbers in any shape.
  nb::object solve(nb::handle right_hand_side) {
    if (!has_size(right_hand_side, size_)) {
      Positions<double> x = positions_from(right_hand_side, size_, "right-hand side");
      cholesky_.solve_in_place(x);
      return nb::cast(array_of(std::move(x)));
    }
    Positions<double> x = Positions<double>::Zero(3, size_);
    x.row(0) = vector_from(right_hand_side, size_, "right-hand side").transpose();
    cholesky_.solve_in_place(x);
    return nb::cast(array_of(VectorX<double>(x.row(0)))).attr("reshape")(right_hand_side.attr("shape"));
  }

 private:
  Index size_;
  SparseCholesky<double> cholesky_;
};

const TetMesh& mesh_of(nb::handle problem) {
  return *nb::cast<const Problem&>(problem).step.mesh;
}

nb::object hessian(const Problem& problem, nb::handle q, bool definite) {
  BlockMatrix<double> blocks = problem.step.hessian_pattern();
  const auto definiteness = definite ? Definiteness::clamped : Definiteness::exact;
  without_lock(problem, q, [&](const Positions<double>& positions) {
    problem.step.hessian(positions, definiteness, blocks);
  });
  const Eigen::SparseMatrix<double> whole = blocks.matrix().selfadjointView<Eigen::Lower>();
  return scipy_matrix(whole);
}

}  // namespace

void bind_problem(nb::module_& module) {
  nb::class_<Factor>(module, "Factor", "The factors of a symmetric positive definite matrix.")
      .def("__call__", &Factor::solve, nb::arg("right_hand_side").none(),
           "Solves A x = b. b has the shape (n, 3), or n numbers in any shape; x has b's shape.");

  const auto read = [](auto member) {
    return [member](nb::handle_t<Problem> self) { return view(nb::cast<Problem&>(self).step.*member, self); };
  };
  const auto read_elements = [](auto member) {
    return [member](nb::handle_t<Problem> self) {
      const auto& elements = mesh_of(self).*member;
      const auto count = static_cast<std::size_t>(elements.cols());
      return nb::ndarray<nb::numpy, const int>(elements.data(),
                                               {count, static_cast<std::size_t>(elements.rows())}, self);
    };
  };
  using Step = IncrementalPotential<double>;
  nb::class_<Problem>(module, "Problem",
                      "A time step as a minimisation: f(q) = inertial(q) + constraint(q). Positions q are "
                      "float64 arrays of shape (n, 3) [m]; they are copied. Arrays of the problem are "
                      "read-only.")
      .def_prop_ro(
          "vertex_count", [](const Problem& p) { return p.step.vertex_count(); }, "n")
      .def_prop_ro(
          "time_step", [](const Problem& p) { return p.step.time_step; }, "h [s]")
      .def_prop_ro(
          "start", [](nb::handle_t<Problem> self) { return view(nb::cast<Problem&>(self).start, self); },
          "The positions where every solver starts: q~, or those at the end of the step before if "
          "step.start is previous; (n, 3) [m]")
      .def_prop_ro("inertial_positions", read(&Step::inertial_positions),
                   "q~, to which the body would move without its potentials; (n, 3) [m]")
      .def_prop_ro("previous_positions", read(&Step::previous_positions),
                   "The positions at the end of the step before; (n, 3) [m]")
      .def_prop_ro("masses", read(&Step::masses), "Lumped masses; (n,) [kg]")
      .def_prop_ro(
          "rest_positions",
          [](nb::handle_t<Problem> self) { return view(mesh_of(self).rest_positions, self); },
          "The body at rest; (n, 3) [m]")
      .def_prop_ro("tets", read_elements(&TetMesh::tets), "The vertices of each tet; (tets, 4)")
      .def_prop_ro("quadratic_tets", read_elements(&TetMesh::quadratic_tets),
                   "The corners of each quadratic tet and the middles of its edges 01, 02, 03, 12, 13, 23; "
                   "(tets, 10), or (0, 10) if the tets are linear")
      .def_prop_ro("triangles", read_elements(&TetMesh::triangles),
                   "The vertices of each triangle of a surface; (triangles, 3)")
      .def_prop_ro(
          "held_vertices", [](const Problem& p) { return p.step.held_vertices; },
          "The vertices that are held exactly; their gradient is zero")
      .def_prop_ro(
          "laws",
          [](const Problem& p) {
            std::vector<std::string> laws;
            for (const auto& potential : p.step.potentials) laws.emplace_back(potential->law());
            return laws;
          },
          "The law of each potential")
      .def(
          "objective",
          [](const Problem& p, nb::handle q) {
            return without_lock(p, q, [&](const auto& x) { return p.step.objective(x); });
          },
          nb::arg("q").none(), "f(q) [J]")
      .def(
          "inertial",
          [](const Problem& p, nb::handle q) {
            return without_lock(p, q, [&](const auto& x) { return p.step.inertial(x); });
          },
          nb::arg("q").none(), "1/(2 h^2) |M^1/2 (q - q~)|^2 [J]")
      .def(
          "constraint",
          [](const Problem& p, nb::handle q) {
            return without_lock(p, q, [&](const auto& x) { return p.step.constraint(x); });
          },
          nb::arg("q").none(), "The energy of all potentials [J]")
      .def(
          "energies",
          [](const Problem& p, nb::handle q) {
            const Positions<double> x = positions_of(p, q);
            std::vector<double> energies;
            for (const auto& potential : p.step.potentials) energies.push_back(potential->value(x));
            return energies;
          },
          nb::arg("q").none(), "The energy of each potential, in the order of `laws` [J]")
      .def(
          "gradient",
          [](const Problem& p, nb::handle q) {
            return array_of(without_lock(p, q, [&](const auto& x) {
              Positions<double> gradient(3, x.cols());
              p.step.objective_and_gradient(x, gradient);
              return gradient;
            }));
          },
          nb::arg("q").none(), "df/dq; (n, 3) [N]; zero at held vertices")
      .def(
          "hessian", hessian, nb::arg("q").none(), nb::arg("definite") = false,
          "The second derivatives of f, a csc_array (3 n, 3 n) [N/m]. With definite=True each element's part "
          "is made positive semidefinite, as Newton's method of simbench does.")
      .def(
          "stiffness_matrix",
          [](const Problem& p) { return scipy_matrix(p.step.free_part(p.step.stiffness_matrix())); },
          "S = M/h^2 + sum of k V D'D, a csc_array (n, n): the matrix of Projective Dynamics. Held vertices "
          "are coupled with no vertex.")
      .def(
          "factorize", [](const Problem&, nb::handle matrix) { return Factor(matrix_from(matrix)); },
          nb::arg("matrix").none(),
          "Factorises a symmetric positive definite matrix of scipy.sparse. The result solves: "
          "factorize(A)(b).");
}

}  // namespace simbench::python

"""Contact by ipctk, the library of incremental potential contact, as a term: the second road to ours."""

import numpy as np
import scipy.sparse

import simbench as sb
from simbench.snapshots import surface_triangles


class IpctkContact(sb.Term):
    """The barrier of incremental potential contact, with additive continuous collision detection."""

    def __init__(self, distance: float, stiffness: float, weights: str = "pairs") -> None:
        self.distance, self.stiffness, self.weights = distance, stiffness, weights

    def begin_step(self, problem: sb.Problem) -> None:
        import ipctk

        triangles = np.array([*surface_triangles(problem.tets), *problem.triangles])
        edges = ipctk.edges(triangles)
        rest = np.asfortranarray(problem.rest_positions)
        self.mesh = ipctk.CollisionMesh.build_from_full_mesh(rest, edges, triangles)
        self.potential = ipctk.BarrierPotential(self.distance, self.stiffness)
        self.ccd = ipctk.AdditiveCCD()

    def collisions(self, q: np.ndarray):
        import ipctk

        found = ipctk.NormalCollisions()
        found.use_area_weighting = self.weights == "areas"
        found.build(self.mesh, self.mesh.vertices(q), self.distance)
        return found

    def value(self, q: np.ndarray) -> float:
        return self.potential(self.collisions(q), self.mesh, self.mesh.vertices(q))

    def gradient(self, q: np.ndarray) -> np.ndarray:
        gradient = self.potential.gradient(self.collisions(q), self.mesh, self.mesh.vertices(q))
        return np.ascontiguousarray(self.mesh.to_full_dof(gradient).reshape(-1, 3))

    def hessian(self, q: np.ndarray, definite: bool) -> scipy.sparse.csc_array:
        import ipctk

        projection = ipctk.PSDProjectionMethod.CLAMP if definite else ipctk.PSDProjectionMethod.NONE
        hessian = self.potential.hessian(self.collisions(q), self.mesh, self.mesh.vertices(q), projection)
        return scipy.sparse.csc_array(self.mesh.to_full_dof(hessian))

    def largest_step(self, q: np.ndarray, step: np.ndarray) -> float:
        import ipctk

        start, end = self.mesh.vertices(q), self.mesh.vertices(q + step)
        return ipctk.compute_collision_free_stepsize(self.mesh, start, end, narrow_phase_ccd=self.ccd)


class IpctkFriction(sb.Term):
    """Smoothed friction with the forces at the start of the step, or at the positions of lag_at()."""

    def __init__(
        self, distance: float, stiffness: float, friction: float, slip_speed: float, weights: str = "pairs"
    ) -> None:
        self.contact = IpctkContact(distance, stiffness, weights)
        self.friction, self.slip_speed = friction, slip_speed

    def begin_step(self, problem: sb.Problem) -> None:
        import ipctk

        self.contact.begin_step(problem)
        self.mesh = self.contact.mesh
        self.before = self.mesh.vertices(problem.previous_positions)
        self.potential = ipctk.FrictionPotential(self.slip_speed * problem.time_step)
        self.lag_at(problem.previous_positions)

    def lag_at(self, q: np.ndarray) -> None:
        import ipctk

        self.pairs = ipctk.TangentialCollisions()
        contacts = self.contact.collisions(q)
        self.pairs.build(self.mesh, self.mesh.vertices(q), contacts, self.contact.potential, self.friction)

    def slips(self, q: np.ndarray) -> np.ndarray:
        return np.asfortranarray(self.mesh.vertices(q) - self.before)

    def value(self, q: np.ndarray) -> float:
        return self.potential(self.pairs, self.mesh, self.slips(q))

    def gradient(self, q: np.ndarray) -> np.ndarray:
        gradient = self.potential.gradient(self.pairs, self.mesh, self.slips(q))
        return np.ascontiguousarray(self.mesh.to_full_dof(gradient).reshape(-1, 3))

    def hessian(self, q: np.ndarray, definite: bool) -> scipy.sparse.csc_array:  # always semidefinite
        hessian = self.potential.hessian(self.pairs, self.mesh, self.slips(q))
        return scipy.sparse.csc_array(self.mesh.to_full_dof(hessian))

"""The solution of the exercise quasi_newton."""

import simbench as sb


class QuasiNewton(sb.Solver):
    """L-BFGS with S as first matrix, and a line search that halves the step until f falls enough."""

    def begin_step(self, problem):
        self.problem, self.q = problem, problem.start.copy()
        self.solve = problem.factorize(problem.stiffness_matrix())
        self.f, self.gradient = problem.objective(self.q), problem.gradient(self.q)
        self.pairs = []  # the last moves s and changes y of the gradient, oldest first

    def direction(self):
        """−H ∇f by the two loops of L-BFGS."""
        d, factors = -self.gradient, []
        for s, y in reversed(self.pairs):
            factors.append((s * d).sum() / (s * y).sum())
            d = d - factors[-1] * y
        d = self.solve(d)  # blank: the first matrix: S⁻¹ d
        for (s, y), factor in zip(self.pairs, reversed(factors), strict=True):
            beta = (y * d).sum() / (s * y).sum()
            d = d + (factor - beta) * s  # blank: d after the second loop's turn, with factor and beta
        return d

    def iterate(self):
        d, length = self.direction(), 1.0
        slope = (self.gradient * d).sum()  # of f along d, negative
        while True:
            q = self.q + length * d
            f = self.problem.objective(q)
            if f <= self.f + 1e-4 * length * slope:  # blank: Armijo's condition, with the constant 1e-4
                break
            length /= 2
            if length < 1e-9:
                raise sb.Converged("no step lowers the objective")
        gradient = self.problem.gradient(q)
        s = q - self.q
        y = gradient - self.gradient  # blank: the change of the gradient
        if (s * y).sum() > 0:
            self.pairs = [*self.pairs, (s, y)][-5:]
        self.q, self.f, self.gradient = q, f, gradient

    @property
    def positions(self):
        return self.q

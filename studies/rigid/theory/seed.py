"""Closed forms of T. Waterson (2026) as printed there: the name of a function has the equation's number.

bodies N, gamma = m/M (the ends have the mass M, the others m = 1 kg), penalty s = ρ h² [kg]. Iterations
are per factor e; the source multiplies them by ln(1/(1 − α)), where α is the removed share of the error.
"""

from math import cos, log, pi, sin, sqrt


def eq_4_79(jacobi: float) -> float:
    """ξ* from ρ(G_J)"""
    return 2 / (1 + sqrt(1 - jacobi))


def eq_8_11(bodies: int) -> float:
    """ρ(G)"""
    return cos(pi / bodies) ** 2


def eq_8_12(bodies: int) -> float:
    """ρ(G) of long chains"""
    return 1 - pi**2 / bodies**2


def eq_8_14(bodies: int) -> float:
    """iterations of Gauss–Seidel"""
    return bodies**2 / pi**2


def eq_8_16(bodies: int) -> list[float]:
    """the eigenvalues of G_J"""
    return [cos(k * pi / (1 + bodies)) for k in range(1, bodies + 1)]


def eq_8_21(bodies: int) -> float:
    """ξ*"""
    return 2 / (1 + sin(pi / bodies))


def eq_8_22(bodies: int) -> float:
    """ρ(G_ξ*)"""
    return (1 - sin(pi / bodies)) / (1 + sin(pi / bodies))


def eq_8_23(bodies: int) -> tuple[float, float]:
    """ξ* and ρ(G_ξ*) of long chains"""
    return 2 * (1 - pi / bodies), 1 - 2 * pi / bodies


def eq_8_24(bodies: int) -> float:
    """iterations of SOR"""
    return bodies / (2 * pi)


def eq_8_27(bodies: int) -> float:
    """ρ(G_J)"""
    return cos(pi / bodies)


def eq_8_29(bodies: int) -> float:
    """iterations of Jacobi"""
    return 2 * bodies**2 / pi**2


def eq_8_32(bodies: int, penalty: float) -> float:
    """ρ of AVBD's sweep over bodies"""
    return eq_8_33(penalty) ** 2 * cos(pi / (1 + bodies)) ** 2


def eq_8_33(penalty: float) -> float:
    """β"""
    return 2 * penalty / (1 + 2 * penalty)


def eq_8_34(bodies: int, penalty: float) -> float:
    """iterations of AVBD's sweep over bodies"""
    return eq_8_14(bodies) / (1 - 2 * eq_8_14(bodies) * log(eq_8_33(penalty)))


def eq_8_36(gamma: float) -> float:
    """r of the first and of the last row"""
    return 1 / (1 + gamma)


def eq_8_40(bodies: int, gamma: float) -> float:
    """ρ(G_J) with heavy ends"""
    return 1 - gamma / bodies


def eq_8_41(bodies: int, gamma: float) -> float:
    """ρ(G) with heavy ends"""
    return 1 - 2 * gamma / bodies


def eq_8_42(bodies: int, gamma: float) -> float:
    """iterations of Gauss–Seidel with heavy ends"""
    return bodies / (2 * gamma)


def eq_8_43(bodies: int, gamma: float) -> float:
    """ξ* with heavy ends"""
    return 2 / (1 + sqrt(2 * gamma / bodies))


def eq_8_43_from_radius(gauss_seidel: float) -> float:
    """ξ* from ρ(G)"""
    return 2 / (1 + sqrt(1 - gauss_seidel))


def eq_8_44(bodies: int, gamma: float) -> float:
    """ρ(G_ξ*) with heavy ends"""
    return 1 - 2 * sqrt(2 * gamma / bodies)


def eq_8_45(bodies: int, gamma: float) -> float:
    """iterations of SOR with heavy ends"""
    return sqrt(bodies / (2 * gamma)) / 2


def eq_8_48(bodies: int, gamma: float, penalty: float) -> float:
    """ρ of AVBD's sweep with heavy ends"""
    pull = penalty * bodies * gamma
    return (pull / (1 + pull)) ** 2


def eq_8_49(bodies: int, gamma: float, penalty: float) -> float:
    """iterations of AVBD's sweep with heavy ends"""
    return penalty * bodies * gamma / 2

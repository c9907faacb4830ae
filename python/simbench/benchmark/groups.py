"""What the benchmark measures: groups of rows, each of which is a call of simbench_benchmark and a file."""

from dataclasses import dataclass

BEAMS = (
    "pbd,xpbd,pd,admm,qn,newton,vbd,xpbd_split,xpbd_combined,vbd_neo_hookean,admm_neo_hookean,"
    "explicit_euler,symplectic_euler"
)
BEAMS_WITHOUT_NEWTON = BEAMS.replace("newton,", "", 1)
THREADED = "pd,admm,qn,vbd"
FIELD = (
    "chebyshev,nesterov,anderson,ncg,barzilai_borwein,anderson_admm,douglas_rachford,mixed,newton_cg,"
    "vbd_chebyshev,pbng,generalized_pbd"
)
SMALL = "gradient_descent,bfgs,xpbd_global,kkt,jgs2,coordinate_condensation,linear_implicit_euler"
LOOKING = "looking_xpbd,looking_pd"
CONTACT = "contact_search,contact_terms,contact_qn,contact_newton,contact_alm"
ONE = ("--precision", "double", "--threads", "1")
TWO = ("--precision", "double", "--threads", "1,2")


@dataclass(frozen=True)
class Group:
    name: str  # of its file
    options: tuple[str, ...]  # of simbench_benchmark

    def values(self, option: str) -> list[str]:
        """The values of --beam or --solver; empty if the group does not choose."""
        if option not in self.options:
            return []
        return self.options[self.options.index(option) + 1].split(",")

    def restricted(self, option: str, known: list[str]) -> "Group | None":
        """The group without the values that a program does not know; None if none is left."""
        if not (values := self.values(option)):
            return self
        if not (kept := [value for value in values if value in known]):
            return None
        place = self.options.index(option) + 1
        return Group(self.name, (*self.options[:place], ",".join(kept), *self.options[place + 1 :]))


def group(name: str, beams: str, solvers: str = "", *options: str) -> Group:
    return Group(name, ("--beam", beams, *(("--solver", solvers) if solvers else ()), *options))


# What is recorded: less than an hour.
FULL = [
    group("S_T_M", "S,T,M", BEAMS),
    group("L", "L", BEAMS_WITHOUT_NEWTON, "--seconds", "0.6"),
    group("X", "X", "xpbd,pd,qn,vbd,symplectic_euler", *ONE),
    group("Z", "Z", "xpbd,vbd,symplectic_euler", *ONE),
    group("field", "S,T,M", FIELD, *ONE),
    group("small", "S", SMALL, *ONE),
    group("small_T", "T", "gradient_descent,bfgs,xpbd_global,kkt,linear_implicit_euler", *ONE),
    group("small_M", "M", "gradient_descent,xpbd_global", *ONE),
    group("bodies", "N,C,K", "", *TWO),
    group("rigid", "R,J", "", "--seconds", "0.7"),
    group("looking", "S,T,M,L", LOOKING, *TWO, "--seconds", "0.5"),
    group("contact", "S,T,M", CONTACT, *ONE),
    group("newton_L", "L", "newton", "--large", *ONE),
]
# A check of the rows that change most, in less than five minutes.
SHORT = [
    group("S_T_M", "T,M", BEAMS, *ONE, "--seconds", "0.5"),
    group("two threads", "M", THREADED, "--precision", "double", "--threads", "2", "--seconds", "0.5"),
    group("L", "L", "xpbd", *ONE, "--seconds", "0.3"),
    group("field", "T", FIELD, *ONE, "--seconds", "0.5"),
    group("small", "S", SMALL, *ONE, "--seconds", "0.5"),
    group(
        "bodies", "N,C,K", "xpbd_springs,xpbd_cloth,pd_cloth,xpbd_mixed,pd_mixed", *ONE, "--seconds", "0.5"
    ),
    group("rigid", "R,J", "", "--seconds", "0.2"),
    group("looking", "M", LOOKING, *TWO, "--seconds", "0.5"),
    group("contact", "M", CONTACT, *ONE, "--seconds", "0.5"),
]
# What two programs measure in turns: groups without baselines that take long.
AGAINST = [
    group("beams", "T,M", BEAMS_WITHOUT_NEWTON, *ONE, "--seconds", "0.15"),
    group("newton", "T", "newton", *ONE, "--seconds", "0.15"),
    group("large", "L", "xpbd,pd,vbd_neo_hookean", *ONE, "--seconds", "0.3"),
    group("two threads", "M", THREADED, "--precision", "double", "--threads", "2", "--seconds", "0.15"),
    group("field", "T", FIELD, *ONE, "--seconds", "0.15"),
    group("small", "S", SMALL, *ONE, "--seconds", "0.15"),
    group("net", "N", "xpbd_springs,pd_springs", *ONE, "--seconds", "0.15"),
    group("bodies", "C,K", "xpbd_cloth,pd_cloth,vbd_cloth,xpbd_mixed,pd_mixed", *ONE, "--seconds", "0.15"),
    group("rigid", "R,J", "", "--seconds", "0.1"),
    group("looking", "M", LOOKING, *ONE, "--seconds", "0.15"),
]
# What the programs for AVX2 and AVX-512 measure in turns for the record.
AVX512 = [
    group("beams", "S,T,M", BEAMS, *ONE, "--seconds", "0.15"),
    group("large", "L", "xpbd,pd,vbd,vbd_neo_hookean,newton", *ONE, "--seconds", "0.15"),
]
AGAINST_SHORT = [
    group("beams", "T", BEAMS, *ONE, "--seconds", "0.1"),
    group("rigid", "R,J", "", "--seconds", "0.05"),
]

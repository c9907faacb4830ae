"""The citation of simbench with the versions and commits that computed results (README.md, CITATION.cff)."""

from collections.abc import Iterable

from simbench.labels import distinct

TITLE = "simbench: position-based and projective solvers on the same implicit Euler step"
AUTHORS = "{The simbench authors}"
YEAR = 2026
METHODS = "Cite simbench and the works whose methods you compare; CITATION.cff in its repository lists them."


def bibtex(manifests: Iterable[dict]) -> str:
    """An entry for BibTeX, with the versions and the builds of the runs with these manifests."""
    builds = builds_of(manifests)
    versions = " and ".join(distinct(str(build.get("version", "unknown")) for build in builds))
    return (
        "@software{simbench,\n"
        f"  title   = {{{TITLE}}},\n"
        f"  author  = {{{AUTHORS}}},\n"
        f"  version = {{{versions}}},\n"
        f"  year    = {{{YEAR}}},\n"
        f"  note    = {{{'; '.join(distinct(map(_origin, builds)))}}}\n"
        "}\n"
    )


def words(manifests: Iterable[dict]) -> str:
    """For a caption: simbench 1.0.0 (commit 0123456789ab)."""
    said = (
        f"simbench {build.get('version', 'unknown')} ({_origin(build)})" for build in builds_of(manifests)
    )
    return ", ".join(distinct(said))


def builds_of(manifests: Iterable[dict]) -> list[dict]:
    """The builds of the runs, each once, in their order."""
    builds = [manifest.get("build") or {} for manifest in manifests]
    return list({str(build.get("id")): build for build in builds}.values())


def _origin(build: dict) -> str:
    commit = str(build.get("git_commit") or "")
    if not commit:
        return f"build {str(build.get('id', 'unknown'))[:12]}"
    return f"commit {commit[:12]}{' with local changes' if build.get('git_dirty') else ''}"

"""The id of a build depends on what can change numbers, and on nothing else (cmake/BuildInfo.cmake)."""

import json
import re
import subprocess

import pytest
from conftest import REPOSITORY

COMPUTING = "Eigen=3.4.0|METIS=5.1.0"
SERVING = "fmt=9.1.0|OpenSSL=3.0.17"


def build_info(folder, sources=REPOSITORY, **changed) -> str:
    """The source file that a build of these sources would compile."""
    variables = {
        "SOURCE_DIR": sources,
        "OUTPUT": folder / "build_info.cpp",
        "TEMPLATE": sources / "cmake/build_info.cpp.in",
        "VERSION": "0.1.0",
        "COMPILER": "GNU 12.2.0",
        "FLAGS": "-O2",
        "BUILD_TYPE": "Release",
        "COMPUTING_LIBRARIES": COMPUTING,
        "SERVING_LIBRARIES": SERVING,
        **changed,
    }
    definitions = [f"-D{name}={value}" for name, value in variables.items()]
    subprocess.run(["cmake", *definitions, "-P", sources / "cmake/BuildInfo.cmake"], check=True)
    return (folder / "build_info.cpp").read_text()


def id_of(text: str) -> str:
    (hash_,) = re.findall(r"\b[0-9a-f]{64}\b", text)
    return hash_


def test_a_patch_of_openssl_keeps_the_id(tmp_path):
    patched = build_info(tmp_path, SERVING_LIBRARIES=SERVING.replace("3.0.17", "3.0.18"))
    assert '{"fmt", "9.1.0"}, {"OpenSSL", "3.0.18"}' in patched
    assert id_of(patched) == id_of(build_info(tmp_path))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("COMPUTING_LIBRARIES", COMPUTING.replace("3.4.0", "3.4.1")),
        ("COMPUTING_LIBRARIES", COMPUTING.replace("5.1.0", "5.2.0")),
        ("COMPILER", "GNU 13.1.0"),
        ("FLAGS", "-O3"),
        ("BUILD_TYPE", "Debug"),
    ],
)
def test_a_change_that_can_change_numbers_changes_the_id(tmp_path, name, value):
    assert id_of(build_info(tmp_path, **{name: value})) != id_of(build_info(tmp_path))


def test_both_variants_of_a_release_have_the_same_id(tmp_path):
    """They give the same bits (scripts/test_release.sh)."""
    common = "-O2 -ffp-contract=off {} -DEIGEN_DONT_PARALLELIZE{} (kernels: -O3)"
    avx2 = build_info(tmp_path, FLAGS=common.format("-march=x86-64-v3", ""))
    avx512 = build_info(tmp_path, FLAGS=common.format("-march=x86-64-v4 -U__AVX512F__", " -DSIMBENCH_AVX512"))
    assert avx2 == avx512
    assert id_of(avx2) != id_of(build_info(tmp_path, FLAGS=common.format("-march=native", "")))


def test_sources_that_git_archive_packed_know_their_commit(tmp_path):
    git = ["git", "-C", REPOSITORY]
    commit = subprocess.run([*git, "rev-parse", "HEAD"], capture_output=True, text=True, check=True).stdout
    packed = tmp_path / "sources.tar"
    subprocess.run([*git, "archive", "--output", packed, "HEAD", "cmake"], check=True)
    subprocess.run(["tar", "-xf", packed, "-C", tmp_path], check=True)
    assert f'"{commit.strip()}"' in build_info(
        tmp_path, sources=tmp_path, TEMPLATE=REPOSITORY / "cmake/build_info.cpp.in"
    )


def test_libraries_that_compute_are_in_the_manifest_and_others_in_the_environment(run_simbench, workplace):
    run_simbench("--scene smoke.json --solver qn --iterations 1 --output OUT")
    manifest, environment = (
        json.loads((workplace / "OUT/qn" / name).read_text())
        for name in ("manifest.json", "environment.json")
    )
    assert manifest["build"]["libraries"].keys() == {"Eigen", "METIS", "glibc"}
    assert {"OpenSSL", "fmt", "oneTBB"} <= environment["libraries"].keys()
    assert re.fullmatch(r"\d+\.\d+ \(functions [0-9a-f]{8}\)", manifest["build"]["libraries"]["glibc"])


def test_the_environment_names_the_variant_that_the_program_prints(run_simbench, workplace):
    run_simbench("--scene smoke.json --solver qn --iterations 1 --output OUT")
    environment = json.loads((workplace / "OUT/qn/environment.json").read_text())
    printed = run_simbench("--version").stdout
    assert f"variant  {environment['instruction_set']}\n" in printed or not environment["instruction_set"]

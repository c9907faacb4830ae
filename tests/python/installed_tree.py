"""Installs the program and the Python package under test as scripts/install.sh does, from what is built."""

import shutil
import subprocess
import sysconfig
import venv
from pathlib import Path

import pytest
from conftest import REPOSITORY, TIMEOUT


def install_program(simbench: Path, folder: Path) -> Path:
    """The PREFIX below `folder` to which `cmake --install` has put the program and its data.

    The build folder is one with only the target simbench built: it has the install scripts of the one that
    $SIMBENCH is in, made to look there, and the program.
    """
    built = simbench.parent
    scripts = list(built.rglob("cmake_install.cmake"))
    if not scripts:
        pytest.skip(f"{built} is no build folder: it has no cmake_install.cmake")
    for script in scripts:
        moved = folder / "build" / script.relative_to(built)
        moved.parent.mkdir(parents=True, exist_ok=True)
        text = script.read_text().replace(str(built), str(folder / "build"))
        # The copied program still names the folder of its library in the real build.
        moved.write_text(text.replace(f'OLD_RPATH "{folder}/build', f'OLD_RPATH "{built}'))
    for name in ("simbench", "libsimbench.so"):
        shutil.copy(built / name, folder / "build")
    if (built / "man1").is_dir():
        shutil.copytree(built / "man1", folder / "build/man1")
    command = ["cmake", "--install", folder / "build", "--component", "program"]
    installed = subprocess.run(
        [*command, "--prefix", folder / "prefix"],
        capture_output=True,
        text=True,
        check=False,
        timeout=TIMEOUT,
    )
    assert installed.returncode == 0, installed.stderr
    return folder / "prefix"


def install_package(simbench: Path, prefix: Path) -> None:
    """Makes PREFIX/lib/simbench/venv with the Python package; it uses the other packages of these tests."""
    environment = prefix / "lib/simbench/venv"
    venv.create(environment)
    site = Path(sysconfig.get_path("purelib", vars={"base": str(environment)}))
    shutil.copytree(REPOSITORY / "python/simbench", site / "simbench")
    for module in (simbench.parent / "python/simbench").glob("*.so"):
        (site / "simbench" / module.name).symlink_to(module)
    (site / "others.pth").write_text(sysconfig.get_path("purelib"))
    for program in Path(sysconfig.get_path("scripts")).glob("simbench-*"):
        _, _, body = program.read_text().partition("\n")
        copy = environment / "bin" / program.name
        copy.write_text(f"#!{environment}/bin/python\n{body}")
        copy.chmod(0o755)

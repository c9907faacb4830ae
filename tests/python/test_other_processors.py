"""The same bits on processors of another maker, with other caches.

An emulator shows the program what such a processor says of itself (cpuid). It also computes approximate
reciprocals in a way of its own, so that a use of them would show, too.
"""

import json
import os
import shutil
import subprocess

import pytest
from test_determinism import digests, write_scene

# Emulated ones: an Intel with caches of its own, and the emulator's own, which tells Eigen other sizes.
PROCESSORS = ["Haswell", "max"]


@pytest.fixture(scope="module")
def emulator() -> str:
    found = shutil.which("qemu-x86_64")
    if found is None:
        pytest.skip("no emulator of other processors (Debian: qemu-user)")
    return found


@pytest.mark.slow
@pytest.mark.parametrize("precision", ["double", "single"])
@pytest.mark.parametrize("processor", PROCESSORS)
def test_the_same_bits(run_simbench, simbench, emulator, workplace, precision, processor):
    write_scene(workplace, "stable_neo_hookean")
    scene = json.loads((workplace / "scene.json").read_text())
    scene["step"].update(iterations=3, steps=1)
    (workplace / "scene.json").write_text(json.dumps(scene))
    arguments = f"--scene scene.json --solver all --precision {precision} --quiet --output"
    own = {"SIMBENCH_CACHE": ""}  # start state and reference minimum are computed on either
    run_simbench(arguments, "HERE", environment=own)
    subprocess.run(
        [emulator, "-cpu", processor, simbench, *arguments.split(), "THERE"],
        cwd=workplace,
        env={**os.environ, **own},
        stderr=subprocess.DEVNULL,  # the emulator's warnings of what it cannot emulate
        timeout=600,
        check=True,
    )
    here = digests(workplace / "HERE")
    assert len(here) > 8 and here == digests(workplace / "THERE")

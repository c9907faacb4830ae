"""Processors of other makers with other caches give the same bits.

An emulator reports to the program (cpuid) what such a processor reports. It also computes approximate
reciprocals in its own way, so that the test would notice if they were used.
"""

import json
import os
import shutil
import subprocess

import pytest
from conftest import TIMEOUT
from test_determinism import digests, write_scene

# An emulated Intel processor, and the emulator's own one, both with other cache sizes for Eigen.
PROCESSORS = ["Haswell", "max"]


@pytest.fixture(scope="module")
def emulator() -> str:
    found = shutil.which("qemu-x86_64")
    if found is None:
        pytest.skip("no emulator of other processors (Debian: qemu-user)")
    return found


def test_a_processor_without_avx2_gets_a_sentence_instead_of_a_signal(simbench, emulator):
    done = subprocess.run(
        [emulator, "-cpu", "Nehalem", simbench, "--version"], capture_output=True, text=True
    )
    assert done.returncode == 127 and "CPU ISA level is lower than required" in done.stderr


@pytest.mark.long
@pytest.mark.parametrize("precision", ["double", "single"])
@pytest.mark.parametrize("processor", PROCESSORS)
def test_other_processors_give_the_same_bits(
    run_simbench, simbench, emulator, workplace, precision, processor
):
    write_scene(workplace, "stable_neo_hookean")
    scene = json.loads((workplace / "scene.json").read_text())
    scene["step"].update(iterations=3, steps=1)
    (workplace / "scene.json").write_text(json.dumps(scene))
    arguments = f"--scene scene.json --solver every --precision {precision} --quiet --output"
    own = {"SIMBENCH_CACHE": ""}  # both compute start state and reference minimum
    run_simbench(arguments, "HERE", environment=own)
    subprocess.run(
        [emulator, "-cpu", processor, simbench, *arguments.split(), "THERE"],
        cwd=workplace,
        env={**os.environ, **own},
        stderr=subprocess.DEVNULL,  # the emulator warns of instructions that it cannot emulate
        timeout=TIMEOUT,
        check=True,
    )
    here = digests(workplace / "HERE")
    assert len(here) > 8 and here == digests(workplace / "THERE")

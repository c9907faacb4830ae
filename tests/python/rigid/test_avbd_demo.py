"""The scenes of AVBD's published demonstration move as its own code moves them, frame by frame."""

import re

import numpy as np
import pandas as pd
import pytest
from conftest import REPOSITORY

REFERENCE = REPOSITORY / "studies/rigid/reference/avbd2d"
# Settings of the code with postStabilize = false: alpha = 0.99, and a warm start with alpha gamma.
ALPHA = {"keep": 0.99, "warm_start": 0.99**2, "post_stabilisation": "false"}
# [m, rad]. Contacts of the pyramid come and go, so that rounding is amplified.
TOLERANCES = {"pyramid": 1e-4, "pyramid_alpha": 1e-4}


@pytest.mark.parametrize("case", sorted(path.stem for path in REFERENCE.glob("*.csv")))
def test_avbd_repeats_its_published_code(run_simbench, workplace, case):
    expected = pd.read_csv(REFERENCE / f"{case}.csv")
    scene = case.removesuffix("_alpha")
    options = [f"--set step.steps={expected.frame.max()}"]
    if scene != case:
        options += [f"--set solvers.avbd.{key}={value}" for key, value in ALPHA.items()]
    run_simbench(
        f"--scene rigid/avbd2d/{scene} --solver avbd --reference none --vtu 10 --output OUT --quiet", *options
    )
    tables = []
    for path in sorted((workplace / "OUT/avbd").glob("poses_*_000010.csv")):
        table = pd.read_csv(path)
        table["frame"] = int(re.fullmatch(r"poses_(\d+)_\d+", path.stem).group(1))
        tables.append(table)
    found = pd.concat(tables)
    found["body"] = found["body"].str.removeprefix("b").astype(int)
    found["angle"] = 2 * np.arctan2(found["qz"], found["qw"])
    both = expected.merge(found, on=["frame", "body"], suffixes=("", "_found"))
    assert len(both) == len(expected)
    tolerance = TOLERANCES.get(case, 1e-6)
    assert np.abs(both["x"] - both["x_found"]).max() < tolerance
    assert np.abs(both["y"] - both["y_found"]).max() < tolerance
    turn = (both["angle"] - both["angle_found"] + np.pi) % (2 * np.pi) - np.pi
    assert np.abs(turn).max() < tolerance
    assert not both[["z", "qx", "qy"]].abs().to_numpy().any()  # the motion stays in the plane to the bit

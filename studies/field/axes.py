"""Short names of members of scenes, as judges and figures of this study write them."""

AXES = {
    "h": "step.time_step",
    "k": "material.stiffness",
    "material": "material",
    "cells": "body.beam.cells",
    "precision": "precision",
}

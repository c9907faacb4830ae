"""Runs side by side in motion, over their time steps or over the iterations of one step."""

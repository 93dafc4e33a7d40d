"""Test frameworks, explorations, scenarios and strategies."""

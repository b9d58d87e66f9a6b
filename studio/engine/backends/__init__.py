"""Surfaces that can be seen and acted on."""

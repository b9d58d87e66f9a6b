"""Resolving, acting, verifying, healing: the one interpreter."""

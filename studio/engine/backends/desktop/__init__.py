"""The desktop as a surface: grabs, windows, real input, and what programs tell of themselves by accessibility."""

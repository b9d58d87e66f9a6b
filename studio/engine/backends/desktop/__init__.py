"""The desktop as a surface: grabs, windows, real input, and what programs tell of themselves by accessibility.

`accessible.open_desktop` opens it. Nothing here is loaded, and no display is asked, before that.
"""

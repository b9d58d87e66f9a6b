"""A small program that tells accessibility nothing: a canvas that is drawn on, a field, a button. Run as a process.

`python sketch_pad.py FILE`: Keep writes {"strokes": [[x, y], …], "marks": [state, …], "text": …} to FILE.
"""

from __future__ import annotations

import json
import sys
import tkinter as tk
from pathlib import Path

_CONTROL = 0x4


def main(kept: Path) -> None:
    """Show the window until it is closed."""
    window = tk.Tk()
    window.title("Sketch pad")
    window.geometry("420x340+60+60")
    canvas = tk.Canvas(window, width=380, height=200, bg="white")
    canvas.pack(pady=8)
    for at, said in ((60, "Begin"), (240, "Finish")):
        canvas.create_text(at, 40, text=said, font=("DejaVu Sans", 12))
    field = tk.Entry(window, width=40)
    field.pack()
    strokes: list[tuple[int, int]] = []
    marks: list[bool] = []

    def draw(event: tk.Event[tk.Canvas]) -> None:
        if strokes:
            canvas.create_line(*strokes[-1], event.x, event.y, width=2)
        strokes.append((event.x, event.y))

    def mark(event: tk.Event[tk.Canvas]) -> None:
        marks.append(bool(int(event.state) & _CONTROL))
        canvas.create_oval(event.x - 3, event.y - 3, event.x + 3, event.y + 3)

    def keep() -> None:
        kept.write_text(json.dumps({"strokes": strokes, "marks": marks, "text": field.get()}), encoding="utf-8")
        button.configure(text="Kept")

    canvas.bind("<B1-Motion>", draw)
    canvas.bind("<Button-1>", mark)
    button = tk.Button(window, text="Keep", command=keep)
    button.pack(pady=8)
    window.mainloop()


if __name__ == "__main__":
    main(Path(sys.argv[1]))

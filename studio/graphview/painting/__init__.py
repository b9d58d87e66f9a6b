"""Drawing of single parts with a QPainter, in px at 100 %. Nothing here keeps state or knows a view."""

"""Recording from the window: what is recorded, the floating bar while it goes on, and cleaning up afterwards."""

"""The recording format: read, append, recover. See docs/recording-format.md."""

from studio.engine.recording.events import RecordedEvent
from studio.engine.recording.marks import Mark
from studio.engine.recording.meta import RecordingMeta
from studio.engine.recording.reader import Recording, load_recording
from studio.engine.recording.recover import recover_recording
from studio.engine.recording.writer import RecordingWriter

__all__ = [
    "Mark",
    "RecordedEvent",
    "Recording",
    "RecordingMeta",
    "RecordingWriter",
    "load_recording",
    "recover_recording",
]

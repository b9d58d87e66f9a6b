"""A bundle or a recording as one file, `NAME.waymark.zip`, and back.

The file is a plain zip: `waymark.json` says what it holds, everything else stands under `content/`. The same folder
gives the same bytes. What is opened is checked before it stands anywhere: names, kinds and sizes of the entries first,
then the content as any bundle or recording is checked.

::

    BadShared (BadInput)             not such a file, or one that must not be opened; `str()` says why
"""

from studio.engine.sharing.format import SUFFIX, BadShared
from studio.engine.sharing.pack import pack
from studio.engine.sharing.unpack import kind_of, unpack

__all__ = ["SUFFIX", "BadShared", "kind_of", "pack", "unpack"]

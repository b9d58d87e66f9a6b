"""The common base of all values that are written to disk or sent over a stream."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict


class Value(BaseModel):
    """An immutable value. Unknown fields, NaN and infinities are refused when it is read."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)

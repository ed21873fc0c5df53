"""onnxruntime reports to its maker unless told not to. Here it is told before anything loads it (docs/adr/0010-doors-and-limits.md)."""

import os
import sys
import warnings

#: Environment variable that onnxruntime reads once, while it is loaded: with 1 it makes no identifier, no file and no connection.
TELEMETRY_VARIABLE = "ORT_DISABLE_TELEMETRY"


def disable_telemetry() -> None:
    """Switch the telemetry of onnxruntime off for this process and for those that it starts.

    A program that loaded onnxruntime before it loaded numero_cam is warned: the telemetry has begun then, and onnxruntime can only be
    asked to add no more events to it.
    """
    late = sys.modules.get("onnxruntime") if os.environ.get(TELEMETRY_VARIABLE) != "1" else None
    os.environ[TELEMETRY_VARIABLE] = "1"
    if late is not None:
        late.disable_telemetry_events()
        words = (
            f"onnxruntime was loaded before numero_cam and may report to its maker; import numero_cam first, or set {TELEMETRY_VARIABLE}=1"
        )
        warnings.warn(words, stacklevel=3)

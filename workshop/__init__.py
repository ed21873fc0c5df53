"""Makes the models: draws scenes, trains, exports, measures. Never imported at run time."""

from numero_cam.base.telemetry import disable_telemetry

disable_telemetry()  # before a module of the workshop can load onnxruntime

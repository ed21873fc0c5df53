"""Frame to detections: where cards lie, and which lies on which."""

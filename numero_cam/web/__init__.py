"""The live table on a page: HTTP and WebSocket in front of `numero_cam.live` (docs/live-protocol.md)."""

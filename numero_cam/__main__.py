"""``python -m numero_cam`` is ``numero-cam``."""

from numero_cam.cli import main

if __name__ == "__main__":
    main()

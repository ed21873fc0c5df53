"""From pixels to readings: finds cards, straightens them, reads their faces, and judges all candidates of a picture together."""

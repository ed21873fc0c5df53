"""Photos in: from a file to a picture that the other stages can take."""

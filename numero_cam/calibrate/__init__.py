"""What is known of a camera and of a table: made once from photos, used when others are read. All of it is optional."""

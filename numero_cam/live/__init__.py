"""The table that is played at: one thread that looks, decides, keeps and tells. Knows no page and no network."""

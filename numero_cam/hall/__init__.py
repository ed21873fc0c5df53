"""An event of many tables: its records, who plays whom, the ranking, and what tables and hall tell each other. No web, no database."""

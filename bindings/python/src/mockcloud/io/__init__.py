"""Files: JSON documents, lines and tables of records."""

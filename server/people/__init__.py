"""Who plays and who works: lists and pasting, checking in, personal codes, staff, teams."""

"""What every room stands on: the data directory, the database, the only writer, who is asking, how a page is made."""

"""Help on the box: a first event, what each page is for, what to do when something goes wrong."""

"""What an event looks like in numbers, drawn: on the desk, on phones, and in what is taken away."""

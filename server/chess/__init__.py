"""Chess clocks: two banks for each table, as its tablet last told them."""

"""Chronicle: d20 against an attribute's difficulty, usage dice, hunger, sleep and conditions."""

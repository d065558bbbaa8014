"""What the store promises, one fault after another."""

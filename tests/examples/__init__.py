"""The example campaigns as what they are made of: the orders that a GM would type, one a line."""

"""The manual says what is so: its keys are the bindings, its commands and orders are played."""

"""What a GM waits for, measured beside other programs in the same run: `python -m tests.bench`."""

"""What the GM sees: each widget shows one slice of the session and knows nothing else."""

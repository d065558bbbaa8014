"""The widgets that the GM sees: each shows one slice of the session and knows nothing else."""

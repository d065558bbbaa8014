"""The exchange of two copies of a campaign over two pipes, such as those of `ssh`."""

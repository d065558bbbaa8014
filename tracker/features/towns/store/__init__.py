"""Two hosts, one campaign: what each of two copies lacks goes over two pipes, such as those of `ssh`."""

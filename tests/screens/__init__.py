"""What the GM does on the screens, and what it leaves in the session and in the save."""

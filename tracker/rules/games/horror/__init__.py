"""Horror: 2d6 plus an attribute, consequences, dying, scars and sanity (document 002)."""

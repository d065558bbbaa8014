"""Events and results as sentences, in Spanish and English."""

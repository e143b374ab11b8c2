"""A host that plays for real while everything around it is broken on purpose, from a seeded schedule."""

"""A seeded world that uses the real service on a virtual clock; see docs/reliability.md."""

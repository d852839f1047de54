"""Mail: text from an outbox row, and sending it."""

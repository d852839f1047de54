"""What the product does: open, join, play, expire, replay. Plain functions; time is an argument."""

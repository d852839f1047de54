"""Measurements that back the figures in the documentation."""

"""Chaos: many tables over real sockets while lines break, people come and go and servers die."""

"""What a test does to a cloud: faults, time, states, accounts, networks, scripts."""

"""How `yomikiri.cluster` scales: measurements, and a simulation that is fed with them."""

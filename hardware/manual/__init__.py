"""Makes the manual: steps from manual.toml, parts and screws from the bill, pictures from the boards' files."""

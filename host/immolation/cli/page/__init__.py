"""The web page for the command line: its life without a host, and the games in the host's folder."""

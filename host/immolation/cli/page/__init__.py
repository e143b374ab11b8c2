"""What the command line gives the web page: its life without a host, and the games in the host's folder."""

"""The tables of one host: which are open, at which boards, and the games that it keeps."""

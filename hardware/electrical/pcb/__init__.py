"""The printed boards, drawn and routed in KiCad 6, with what a fabricator makes them from."""

"""The parts of the page, one a module. Each shows news and sends commands; none knows a rule."""

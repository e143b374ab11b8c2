"""The electrical half of the hardware: circuits, checks, budgets, drawings.

Everything is derived from ``hardware/board.toml`` and ``hardware/parts.toml``. The checks need nothing but Python; what
draws, simulates and routes needs ``.venv-hardware``, ngspice and KiCad (`make hardware`).
"""

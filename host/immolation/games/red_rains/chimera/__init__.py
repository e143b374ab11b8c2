"""The Chimera's side: its turn, dice, tokens, piles and battlefields."""

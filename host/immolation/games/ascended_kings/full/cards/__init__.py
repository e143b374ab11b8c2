"""Cards: packs, piles, casting and effects, inscriptions, what a seat may know of hidden ones."""

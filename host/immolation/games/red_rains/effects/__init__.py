"""Effects of packs: verbs, targets, and how lists of them are carried out."""

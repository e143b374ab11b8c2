"""The full track of Ascended Kings: mats, gems, hands, combat, cards, on top of the arena that both tracks share."""

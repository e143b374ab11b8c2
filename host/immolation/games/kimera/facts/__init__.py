"""Facts of Kimera and what follows from them: riders, Scrolls, hands, Balance."""

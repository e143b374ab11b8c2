"""What lies on the table and what follows from it: riders, Scrolls, hands, Balance."""

"""The command line: reads what a person typed, starts the parts, prints what they should see."""

"""What nobody of good will sends: made by machine, for moments in the suite, minutes by hand."""

"""Slips as pupils fill them in and phones see them, drawn: what the reader of marks is fitted on, and other kinds that are kept back."""

"""Printed totals, percentages and places of contestants: against their boards, and their sessions."""

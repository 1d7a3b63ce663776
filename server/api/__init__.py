"""Read-only JSON for other programs, and whether this box is well."""

"""The one view that everybody may see, and how its pages are kept ready for hundreds of phones."""

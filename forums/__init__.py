"""Reading forum pages: bytes of a page in, posts with their marks out. No network, no files, no clock."""

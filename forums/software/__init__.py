"""One module for each forum software: where on its pages what stands. See docs/adding-a-forum.md."""

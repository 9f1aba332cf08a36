"""What people read: BBCode, plain text and HTML in Russian and English (installed as `golosa.templates`)."""

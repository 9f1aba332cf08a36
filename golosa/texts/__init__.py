"""What people read, as text: counts and notices as BBCode and tables, through the one module that knows Jinja."""

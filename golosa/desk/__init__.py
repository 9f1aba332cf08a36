"""The host's desk: everything that the command line does, as pages of a browser on this machine.

Pages hold roles and orders: they are served on loopback only, to one browser, and never kept by it. What is decided is
decided by the modules that the commands use too; here stands only how it is shown and clicked.
"""

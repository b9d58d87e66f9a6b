"""The command line: one small module per command. Everything heavy is imported only when a command runs."""

"""The book's experiments: recipes by name, their stored results, statistics over runs, and the command line."""

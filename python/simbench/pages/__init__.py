"""Pages of the repository whose verdicts and numbers are recorded results: `simbench-pages` renders them.

A template is Markdown with placeholders such as {{verdict 8}}; study/placeholders.py and
pages/command.py list them. Templates have no measured numbers.
"""

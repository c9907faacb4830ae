"""Pages whose verdicts and numbers are recorded results: `simbench-pages` renders them from templates.

A template is Markdown with placeholders as {{picture NAME}}, which placeholders.py lists. Those in templates/
have the paths of their pages, those in templates/blocks fill blocks of README.md. None has a measured number.
"""

"""Extension of Sphinx: writes equations as MathML, which browsers draw without a script or a network."""

import re

from docutils import nodes
from docutils.utils.math import MathError
from docutils.utils.math.latex2mathml import tex2mathml
from sphinx.util import logging


def setup(app) -> dict:
    app.add_html_math_renderer("mathml", (write_inline, None), (write_block, None))
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def write_inline(writer, equation: nodes.math) -> None:
    writer.body.append(mathml(equation, as_block=False))
    raise nodes.SkipNode


def write_block(writer, equation: nodes.math_block) -> None:
    writer.body.append(f'<div class="equation">{mathml(equation, as_block=True)}</div>')
    raise nodes.SkipNode


def mathml(equation: nodes.Element, *, as_block: bool) -> str:
    latex = re.sub(r"\\dots\b", r"\\ldots", equation.astext())  # the only common command that docutils lacks
    try:
        written = tex2mathml(latex, as_block=as_block)
    except MathError as error:
        logging.getLogger(__name__).warning("%s", error, location=equation)
        return ""
    # Browsers stretch the bars of a norm, and lower the one that has an exponent.
    return re.sub("<mo([^>]*)>‖", r'<mo\1 stretchy="false">‖', written)

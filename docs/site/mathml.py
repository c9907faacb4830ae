"""Extension of Sphinx: writes equations as MathML, which browsers draw without a script or a network."""

from docutils import nodes
from docutils.utils.math import MathError
from docutils.utils.math.latex2mathml import tex2mathml
from sphinx.util import logging


def setup(app) -> dict:
    app.add_html_math_renderer("mathml", (write_inline, None), (write_block, None))
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def write_inline(writer, equation: nodes.math) -> None:
    write(writer, equation, as_block=False)


def write_block(writer, equation: nodes.math_block) -> None:
    write(writer, equation, as_block=True)


def write(writer, equation: nodes.Element, *, as_block: bool) -> None:
    try:
        writer.body.append(tex2mathml(equation.astext(), as_block=as_block))
    except MathError as error:
        logging.getLogger(__name__).warning("%s", error, location=equation)
    raise nodes.SkipNode

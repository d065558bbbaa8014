"""The lines and the key of the notebook that are tried with all others."""

BEFORE = ("cuaderno hilo El plazo",)
"""Lines before the others, so that every verb has something to do."""
BOTH = (
    ("cuaderno persona Morda: tabernera", "notebook person Morda: tabernera", "notebook"),
    ("cuaderno hilo El plazo: cerrado", "notebook thread El plazo: closed", "notebook"),
    ("cuaderno El plazo visible", "notebook El plazo visible", "notebook"),
    ("cuaderno El plazo estado aplazado", "notebook El plazo status aplazado", "notebook"),
    ("cuaderno El plazo nada", "notebook El plazo none", "notebook"),
)
KEYS = (("1", "g c", "NotebookScreen", "El cuaderno está en blanco"),)

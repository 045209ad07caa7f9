# Writes the outlines of the letters that share images and icons are drawn with: outline.py <folder of the fonts>
# <file>. The server draws them without any font of its system.
import json
import sys
from pathlib import Path

from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

FAMILIES = {
    "display": (["stix-two-semibold"], None),
    "text": (["atkinson-next-basic", "atkinson-next-accents"], {"wght": 600}),
}


def outlines(font):
    glyphs = font.getGlyphSet()
    found = {}
    for code, name in font.getBestCmap().items():
        pen = SVGPathPen(glyphs, ntos=lambda value: str(round(value)))
        glyphs[name].draw(pen)
        found[chr(code)] = [round(glyphs[name].width), pen.getCommands()]
    return found


result = {}
for family, (files, axes) in FAMILIES.items():
    result[family] = {}
    for file in files:
        font = TTFont(Path(sys.argv[1]) / f"{file}.woff2")
        result[family] |= outlines(instantiateVariableFont(font, axes) if axes else font)
Path(sys.argv[2]).write_text(json.dumps(result, ensure_ascii=False, indent=0) + "\n")

# Takes the slash out of the zero of atkinson-next-basic.woff2: plain-zero.py <cut font> <font for the site>.
# The slash parts the zero's counter in two; they become one, rounded where it was cut. Widths stay as they are.
import sys

from fontTools.ttLib import TTFont
from fontTools.ttLib.tables._g_l_y_f import GlyphCoordinates

# The glyph's points by their numbers: the outline, then what is left of the counter between the four ends of the slash.
OUTLINE, BOTTOM, RIGHT, TOP, LEFT = range(16), range(16, 20), range(28, 39), [27], range(20, 27)
ENDS_OF_CONTOURS = [15, 26, 38]


def crossing(a, b, c, d):
    """The point where the line from a through b meets the one from c through d."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = a, b, c, d
    across = (bx - ax) * (dy - cy) - (by - ay) * (dx - cx)
    along = ((cx - ax) * (dy - cy) - (cy - ay) * (dx - cx)) / across
    return round(ax + along * (bx - ax)), round(ay + along * (by - ay))


def join(points, lower, upper):
    def take(numbers):
        return [points[number] for number in numbers]

    return [*take(OUTLINE), *take(BOTTOM), lower, *take(RIGHT), *take(TOP), upper, *take(LEFT)]


def round_off(points):
    lower = crossing(points[18], points[19], points[29], points[28])
    upper = crossing(points[38], points[27], points[21], points[20])
    return join(points, lower, upper)


font = TTFont(sys.argv[1])
zero, [bold] = font["glyf"]["zero"], font["gvar"].variations["zero"]
if zero.endPtsOfContours != ENDS_OF_CONTOURS:
    sys.exit("The zero of this font is drawn in another way.")
regular = list(zero.coordinates)
heavy = [(x + dx, y + dy) for (x, y), (dx, dy) in zip(regular, bold.coordinates)]
metrics = bold.coordinates[len(regular) :]
plain, plain_heavy = round_off(regular), round_off(heavy)
zero.coordinates = GlyphCoordinates(plain)
zero.flags = bytearray(join([flag & 1 for flag in zero.flags], 0, 0))
zero.numberOfContours, zero.endPtsOfContours = 2, [len(OUTLINE) - 1, len(plain) - 1]
bold.coordinates = [(hx - x, hy - y) for (x, y), (hx, hy) in zip(plain, plain_heavy)] + metrics
font.save(sys.argv[2])

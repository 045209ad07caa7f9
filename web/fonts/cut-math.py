# Cuts STIX Two Math to the characters of school and A-level physics: cut-math.py <font> <font for the site>.
# The MATH table stays, with the larger parentheses, roots and integrals of these characters.
import sys

from fontTools import subset

CHARACTERS = """
20-7E A0 A3 A7 A8 AC AF B0-B5 B7 D7 F7 2C6 2C7 2D8-2DA 2DC 300-30C 338 20D6 20D7
391-3A9 3B1-3C9 3D1 3D5 3D6 3F1 3F5
2000-200B 2013 2014 2016 2018 2019 201C 201D 2020 2022 2026 2032-2034 203E 2044 2061-2064
2102 210B 210E-2113 2115 211A-211D 2124 2126 212B 212C 2130 2131 2133
2190-2199 21A6 21CC 21D0-21D4 27F5-27FA
2200 2202 2203 2205 2207-2209 220F 2211-2213 2217-221A 221D 221E 2220-2223 2225 2227-222C 222E
2234-2236 223C 2243 2245 2248 2260 2261 2264 2265 226A 226B 2282 2286 2295 2297 2299 22A5 22C5
22EE 22EF 22F1 2308-230B 23DE 23DF 27E8 27E9
1D400-1D4B5 1D6E2-1D755 1D7CE-1D7D7
"""

subset.main(
    [
        sys.argv[1],
        "--unicodes=" + ",".join(CHARACTERS.split()),
        "--layout-features=ccmp",
        "--flavor=woff2",
        "--no-hinting",
        "--name-IDs=1,2,13,14",
        "--output-file=" + sys.argv[2],
    ]
)

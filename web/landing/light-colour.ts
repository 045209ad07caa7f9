// The colour of light of a wavelength in the hero's figure: the hues of the spectrum, paled so that
// the brightest spot is bright on any screen.

/** By wavelength in nanometres: red, green and blue, 0 to 255. */
const hues = [
  [450, [168, 190, 255]],
  [490, [150, 226, 240]],
  [530, [168, 238, 160]],
  [575, [250, 232, 140]],
  [600, [255, 202, 150]],
  [650, [255, 168, 150]],
] as const;

/** `nm` is in nanometres and clamped to the ends of the spectrum. Returns a CSS colour. */
export function lightColour(nm: number): string {
  const above = hues.findIndex(([wavelength]) => wavelength >= nm);
  const [toNm, to] = hues[above] ?? hues[hues.length - 1] ?? hues[0];
  const [fromNm, from] = hues[above - 1] ?? [toNm, to];
  const part = toNm === fromNm ? 1 : (nm - fromNm) / (toNm - fromNm);
  const channels = to.map((end, index) =>
    Math.round((from[index] ?? end) * (1 - part) + end * part),
  );
  return `rgb(${channels.join(' ')})`;
}

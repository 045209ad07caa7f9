// The physics of the hero's figure: light of one wavelength through two slits. Lengths are in the drawing's own units, x
// from the slits towards the screen, y downwards from the axis between them.

export const slits = {
  wavelength: 22,
  /** Between the slits' centres. */
  separation: 88,
  width: 13,
  /** From the slits to the screen. */
  distance: 306,
} as const;

/** How much longer the way from the upper slit is than from the lower one. */
export function pathDifference(x: number, y: number): number {
  const half = slits.separation / 2;
  return Math.hypot(x, y + half) - Math.hypot(x, y - half);
}

/** Brightness on the screen, 1 on the axis: cos² of half the phase difference under the sinc² of one slit. */
export function intensity(y: number): number {
  const { wavelength, width, distance } = slits;
  const interference = Math.cos((Math.PI * pathDifference(distance, y)) / wavelength) ** 2;
  const alpha = (Math.PI * width * y) / Math.hypot(distance, y) / wavelength;
  const envelope = alpha === 0 ? 1 : (Math.sin(alpha) / alpha) ** 2;
  return interference * envelope;
}

/** Where crests meet crests: the y of the bright line of an order at x, a branch of a hyperbola. */
export function antinode(order: number, x: number): number {
  const a = (order * slits.wavelength) / 2;
  const bSquared = (slits.separation / 2) ** 2 - a ** 2;
  return a * Math.sqrt(1 + x ** 2 / bSquared);
}

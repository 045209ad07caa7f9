// Young's experiment: where light of one wavelength that has come through two slits is bright, seen
// from far away. Lengths are all in one unit, whichever, and directions are given by the sine of
// their angle to the axis.

export interface TwoSlits {
  readonly wavelength: number;
  /** Between the slits' centres. */
  readonly separation: number;
}

/** Brightness from 0 to 1 where the slits are narrow: cos²(π d sin θ / λ). */
export function intensity({ wavelength, separation }: TwoSlits, sine: number): number {
  return Math.cos((Math.PI * separation * sine) / wavelength) ** 2;
}

/** What one slit of this width leaves of it, from 0 to 1: sinc²(π a sin θ / λ). */
export function envelope(wavelength: number, width: number, sine: number): number {
  const phase = (Math.PI * width * sine) / wavelength;
  return phase === 0 ? 1 : (Math.sin(phase) / phase) ** 2;
}

/** How many bright lines there are on either side of the axis: those with m λ ≤ d. */
export function highestOrder({ wavelength, separation }: TwoSlits): number {
  return Math.floor(separation / wavelength);
}

/** From one bright fringe to the next, on a screen so far away that angles are small: λ D / d. */
export function fringeSpacing({ wavelength, separation }: TwoSlits, distance: number): number {
  return (wavelength * distance) / separation;
}

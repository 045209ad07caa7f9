// Young's double-slit experiment in the far field, for one wavelength. All lengths share one unit;
// directions are given by the sine of their angle to the axis.

export interface TwoSlits {
  readonly wavelength: number;
  /** The distance between the slits' centres. */
  readonly separation: number;
}

/** Brightness from 0 to 1 for narrow slits: cos²(π d sin θ / λ). */
export function intensity({ wavelength, separation }: TwoSlits, sine: number): number {
  return Math.cos((Math.PI * separation * sine) / wavelength) ** 2;
}

/** The factor due to the slits' width, from 0 to 1: sinc²(π a sin θ / λ). */
export function envelope(wavelength: number, width: number, sine: number): number {
  const phase = (Math.PI * width * sine) / wavelength;
  return phase === 0 ? 1 : (Math.sin(phase) / phase) ** 2;
}

/** The number of bright fringes on either side of the axis: those with m λ ≤ d. */
export function highestOrder({ wavelength, separation }: TwoSlits): number {
  return Math.floor(separation / wavelength);
}

/** The distance between bright fringes on a distant screen, where angles are small: λ D / d. */
export function fringeSpacing({ wavelength, separation }: TwoSlits, distance: number): number {
  return (wavelength * distance) / separation;
}

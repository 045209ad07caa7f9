// The geometry of the hero's figure, computed from the equations. Not to scale: the slits are so
// close to the screen that waves and fringes fit into one picture. Lengths are in drawing units, x
// from the slits to the screen, y downwards from the axis between them.
import {
  envelope,
  fringeSpacing,
  highestOrder,
  intensity,
  type TwoSlits,
} from '../../domain/lessons/two-slits.ts';

/** From the slits to the screen. */
export const DISTANCE = 306;
/** The extent of the picture on either side of the axis. */
export const REACH = 210;
export const SLIT_WIDTH = 13;
/** How far from the screen the maximum brightness is drawn. */
export const CURVE_HEIGHT = 84;

const NEARBY = 0.01;
/** Points per fringe: enough that straight shades and the curve visibly match the equation. */
const POINTS_PER_FRINGE = 5;
const POINTS_PER_LINE = 5;

/** How much longer the path from the upper slit is than the one from the lower slit. */
export function pathDifference(separation: number, x: number, y: number): number {
  const half = separation / 2;
  return Math.hypot(x, y + half) - Math.hypot(x, y - half);
}

/**
 * Brightness on the screen, 1 on the axis. Because the screen is near, this uses the path
 * difference instead of the far-field d sin θ, so that the bright lines end where the curve peaks.
 */
export function brightness(slits: TwoSlits, y: number): number {
  const sine = pathDifference(slits.separation, DISTANCE, y) / slits.separation;
  return (
    intensity(slits, sine) * envelope(slits.wavelength, SLIT_WIDTH, y / Math.hypot(DISTANCE, y))
  );
}

/**
 * Where crests meet crests: the y of the bright line of an order at x, a branch of a hyperbola.
 * Defined for orders below d/λ.
 */
export function antinode({ wavelength, separation }: TwoSlits, order: number, x: number): number {
  const a = (order * wavelength) / 2;
  const bSquared = (separation / 2) ** 2 - a ** 2;
  return a * Math.sqrt(1 + x ** 2 / bSquared);
}

/** The orders of the bright lines that meet the screen within the picture. */
export function ordersInSight(slits: TwoSlits): number[] {
  return Array.from({ length: highestOrder(slits) }, (_, index) => index + 1).filter(
    // A line of the maximum order runs along the slits themselves.
    (order) =>
      order * slits.wavelength < slits.separation && antinode(slits, order, DISTANCE) <= REACH,
  );
}

/** Evenly spaced values, including both ends. */
function between(from: number, to: number, parts: number): number[] {
  return Array.from({ length: parts + 1 }, (_, index) => from + ((to - from) * index) / parts);
}

/** Drops invisible digits. */
const rounded = (value: number) => Number(value.toFixed(1));
const short = (value: number) => String(rounded(value)).replace(/^(-?)0\./, '$1.');
/** A minus sign separates numbers as well as a space does. */
const terse = (numbers: number[]) => numbers.map(short).join(' ').replaceAll(' -', '-');

/**
 * The graph of a function as a cubic spline with its exact slopes, so that it has no corners
 * however far apart the points are. `place` maps an argument and its value into the drawing.
 */
function graph(
  of: (argument: number) => number,
  points: number[],
  place: (argument: number, value: number) => [number, number],
): string {
  const [first = 0, second = 0] = points;
  const arm = (second - first) / 3;
  const slope = (at: number) => (of(at + NEARBY) - of(at - NEARBY)) / (2 * NEARBY);
  // Each step starts from the rounded end of the previous one; otherwise rounding errors would add
  // up.
  let from = place(first, of(first)).map(rounded);
  const start = `M${terse(from)}`;
  const stepTo = (argument: number, value: number) =>
    place(argument, value).map((to, axis) => to - (from[axis] ?? 0));
  const parts = points.slice(1).map((at, index) => {
    const value = of(at);
    const steps = [...stepTo(at - arm, value - slope(at) * arm), ...stepTo(at, value)];
    // Each following arm mirrors the one before.
    const part =
      index === 0
        ? `c${terse([...stepTo(first + arm, of(first) + slope(first) * arm), ...steps])}`
        : `s${terse(steps)}`;
    from = place(at, value).map(rounded);
    return part;
  });
  return start + parts.join('');
}

/** The bright line of an order, from (`x`, `y`) between the slits to the screen. */
export function brightLine(slits: TwoSlits, order: number, [x, y]: [number, number]): string {
  return graph(
    (along) => antinode(slits, order, along),
    between(0, DISTANCE, POINTS_PER_LINE),
    (along, aside) => [x + along, y + aside],
  );
}

function partsOf(slits: TwoSlits): number {
  const fringe = fringeSpacing(slits, DISTANCE);
  return Math.ceil((REACH / fringe) * POINTS_PER_FRINGE);
}

/**
 * The brightness along the lower half of the screen, as a curve to the right of (`x`, `y`) on the
 * axis.
 */
export function brightnessCurve(slits: TwoSlits, [x, y]: [number, number]): string {
  return graph(
    (height) => CURVE_HEIGHT * brightness(slits, height),
    between(0, REACH, partsOf(slits)),
    (height, value) => [x + value, y + height],
  );
}

interface Shade {
  /** 0 on the axis, 1 at the edge of the picture. */
  readonly at: number;
  readonly brightness: number;
}

/** The light on the lower half of the screen. */
export function shades(slits: TwoSlits): Shade[] {
  return between(0, 1, partsOf(slits)).map((at) => ({
    at,
    brightness: brightness(slits, at * REACH),
  }));
}

/** By wavelength in nanometres: red, green and blue, 0 to 255. */
const hues = [
  [450, [168, 190, 255]],
  [490, [150, 226, 240]],
  [530, [168, 238, 160]],
  [575, [250, 232, 140]],
  [600, [255, 202, 150]],
  [650, [255, 168, 150]],
] as const;

/**
 * Light's own hue, paled so that the brightest spot is bright on any screen.
 *
 * `nm` is in nanometres and clamped to the ends of the spectrum. Returns a CSS colour.
 */
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

// The picture that grows with each attended lesson: every lesson sends a batch of photons through
// two slits, and each leaves a point on the screen. Single points look random; many show the
// fringes. The same student and lesson always leave the same points.
import { envelope, intensity } from './two-slits.ts';

export const POINTS_PER_LESSON = 70;
/** How many lessons it takes before the fringes can be seen. */
const LESSONS_TO_SEE = { forming: 3, clear: 6 } as const;

/** In wavelengths. The screen reaches from a sine of -1 to 1, where one slit's light ends. */
const WAVELENGTH = 1;
const SEPARATION = 4;
const SLIT_WIDTH = 1;

/** Brightness from 0 to 1 where the screen is `across`, from -1 to 1. */
export const brightnessAt = (across: number): number =>
  intensity({ wavelength: WAVELENGTH, separation: SEPARATION }, across) *
  envelope(WAVELENGTH, SLIT_WIDTH, across);

interface PhotonPoint {
  /** From -1 to 1. */
  readonly across: number;
  /** From 0 to 1. */
  readonly along: number;
}

/** The points of one lesson of one student, always the same. */
export function pointsOf(studentId: string, lessonId: string): PhotonPoint[] {
  const next = randomFrom(`${studentId} ${lessonId}`);
  const points: PhotonPoint[] = [];
  while (points.length < POINTS_PER_LESSON) {
    const across = next() * 2 - 1;
    // Photons arrive where it is bright, in proportion.
    if (next() < brightnessAt(across)) points.push({ across, along: next() });
  }
  return points;
}

/** Numbers from 0 to 1 that depend on the seed alone: FNV-1a, then mulberry32. */
function randomFrom(seed: string): () => number {
  let state = 0x81_1c_9d_c5;
  for (const character of seed)
    state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01_00_01_93);
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export type FringeStage = 'scattered' | 'forming' | 'clear';

/** How much of the pattern can be seen after this many lessons. */
export function stageOf(lessons: number): FringeStage {
  if (lessons >= LESSONS_TO_SEE.clear) return 'clear';
  return lessons >= LESSONS_TO_SEE.forming ? 'forming' : 'scattered';
}

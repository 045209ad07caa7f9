// Reads pictures in a process of their own, one at a time, with limits on time and memory.
import { Refusal } from '../../domain/errors.ts';
import { PICTURE, type PictureType } from '../../domain/site/picture-files.ts';
import { createTurns } from '../base/turns.ts';
import { type ProgramFailure, runAlone } from './alone.ts';
import type { Fault, PictureRequest, PictureResult } from './make-files.ts';

type ProcessedPicture = Extract<PictureResult, { readonly fault: null }>;

const texts: Readonly<Record<Fault | Exclude<ProgramFailure, 'broken'>, string>> = {
  other_kind:
    'This file is of another kind than its name says. Open it in a picture program and save it as JPEG.',
  damaged: 'This picture is damaged and cannot be read. Please choose another one.',
  animated: 'This picture moves. Please choose one that stands still.',
  too_many_pixels:
    'This picture has more than 50 million pixels. Please make it smaller, then upload it again.',
  too_long: `A side of this picture is longer than ${PICTURE.sidePx.toLocaleString('en-GB')} pixels. Please crop it, then upload it again.`,
  too_slow:
    'Reading this picture took too long. Please try again in a minute, or make it smaller first.',
  too_big:
    'Reading this picture needs more memory than the server has. Please make it smaller, then upload it again.',
};

const pictureRefusal = (fault: keyof typeof texts) =>
  new Refusal('not_a_picture', { message: texts[fault] });

export interface PictureReader {
  /** Throws not_a_picture, or service_unavailable while too many wait. */
  readonly read: (file: Buffer, type: string) => Promise<ProcessedPicture>;
}

interface Limits {
  readonly seconds: number;
  readonly megabytes: number;
}

const LIMITS: Limits = { seconds: PICTURE.seconds, megabytes: PICTURE.memoryMegabytes };

/** Tests have other limits. */
export function createPictureReader(limits: Limits = LIMITS): PictureReader {
  const inTurn = createTurns();
  let waiting = 0;

  return {
    async read(file, type) {
      const kind = kindOf(file);
      if (kind === null) throw pictureRefusal('damaged');
      if (kind !== type) throw pictureRefusal('other_kind');
      if (isAnimated(file, kind)) throw pictureRefusal('animated');
      if (waiting > PICTURE.waiting)
        throw new Refusal('service_unavailable', {
          message: 'Other pictures are being read. Please try again in a minute.',
        });
      waiting += 1;
      const request: PictureRequest = { file, type: kind, megabytes: limits.megabytes };
      const program = { name: 'make-files', seconds: limits.seconds } as const;
      const result = await inTurn(() => runAlone<PictureResult>(program, request)).finally(() => {
        waiting -= 1;
      });
      if (typeof result === 'string')
        throw pictureRefusal(result === 'broken' ? 'damaged' : result);
      if (result.fault !== null) throw pictureRefusal(result.fault);
      return result;
    },
  };
}

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

const JPEG = Buffer.from([0xff, 0xd8, 0xff]);

const startsWith = (file: Buffer, start: Buffer) =>
  file.subarray(0, start.length).compare(start) === 0;

const textAt = (file: Buffer, from: number, length: number) =>
  file.toString('latin1', from, from + length);

/** Null for any other kind. */
function kindOf(file: Buffer): PictureType | null {
  if (startsWith(file, JPEG)) return 'image/jpeg';
  if (startsWith(file, PNG)) return 'image/png';
  if (textAt(file, 0, 4) === 'RIFF' && textAt(file, 8, 4) === 'WEBP') return 'image/webp';
  const brands = brandsOf(file);
  return brands.includes('avif') || brands.includes('avis') ? 'image/avif' : null;
}

/** The brands of a file in the container of AVIF and HEIC. */
function brandsOf(file: Buffer): string[] {
  if (file.length < 16 || textAt(file, 4, 4) !== 'ftyp') return [];
  const end = Math.min(file.readUInt32BE(0), file.length, 256);
  const brands = [textAt(file, 8, 4)];
  for (let at = 16; at + 4 <= end; at += 4) brands.push(textAt(file, at, 4));
  return brands;
}

/** Whether a picture has frames that follow each other; decoders hide those of some kinds. */
function isAnimated(file: Buffer, kind: PictureType): boolean {
  if (kind === 'image/png') return hasPngChunk(file, 'acTL');
  if (kind === 'image/avif') return brandsOf(file).includes('avis');
  // In an extended WebP, a flag after the header says that it moves.
  return kind === 'image/webp' && textAt(file, 12, 4) === 'VP8X' && ((file[20] ?? 0) & 2) !== 0;
}

/** Whether a PNG has this chunk before its pixels. */
function hasPngChunk(file: Buffer, chunk: string): boolean {
  for (let at = PNG.length; at + 8 <= file.length;) {
    const type = textAt(file, at + 4, 4);
    if (type === chunk) return true;
    if (type === 'IDAT') return false;
    at += 12 + file.readUInt32BE(at);
  }
  return false;
}

// What kind of picture a file is, from its first bytes, and whether it moves. It decides before any
// decoder sees the file, which a decoder then checks.
import type { PictureType } from '../../domain/site/picture-files.ts';

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const JPEG = Buffer.from([0xff, 0xd8, 0xff]);

const startsWith = (file: Buffer, start: Buffer) =>
  file.subarray(0, start.length).compare(start) === 0;
const textAt = (file: Buffer, from: number, length: number) =>
  file.toString('latin1', from, from + length);

/** Null for any other kind. */
export function kindOf(file: Buffer): PictureType | null {
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
export function isAnimated(file: Buffer, kind: PictureType): boolean {
  if (kind === 'image/png') return hasPngChunk(file, 'acTL');
  if (kind === 'image/avif') return brandsOf(file).includes('avis');
  // In an extended WebP, a flag after the header says that it moves.
  return kind === 'image/webp' && textAt(file, 12, 4) === 'VP8X' && ((file[20] ?? 0) & 2) !== 0;
}

/** Whether a PNG has this chunk before its pixels. */
function hasPngChunk(file: Buffer, wanted: string): boolean {
  for (let at = PNG.length; at + 8 <= file.length;) {
    const type = textAt(file, at + 4, 4);
    if (type === wanted) return true;
    if (type === 'IDAT') return false;
    at += 12 + file.readUInt32BE(at);
  }
  return false;
}

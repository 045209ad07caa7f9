// Pictures for tests, harmless and hostile, all made here.
import { crc32, deflateSync } from 'node:zlib';

import sharp from 'sharp';

/** A text that must not be in any file that is served. */
export const SECRET = 'alert(document.domain)';

export const plain = (width = 60, height = 40, background = '#c33') =>
  sharp({ create: { width, height, channels: 3, background } });

const HEAD = 8;
const PNG_HEAD = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

export function pngChunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const chunk = Buffer.alloc(8 + named.length);
  chunk.writeUInt32BE(data.length, 0);
  named.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(named), 4 + named.length);
  return chunk;
}

/** A PNG of zeros, which compress to almost nothing. `bits` of one grey channel. */
export function blackPng(width: number, height: number, bits: 1 | 8 | 16 = 8): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head[8] = bits;
  const row = 1 + Math.ceil((width * bits) / 8);
  const pixels = width * height > 200_000_000 ? Buffer.alloc(9) : Buffer.alloc(row * height);
  return Buffer.concat([
    PNG_HEAD,
    pngChunk('IHDR', head),
    pngChunk('IDAT', deflateSync(pixels)),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Inserts a chunk after the header of a PNG. */
export function withChunk(png: Buffer, chunk: Buffer): Buffer {
  const after = HEAD + 25;
  return Buffer.concat([png.subarray(0, after), chunk, png.subarray(after)]);
}

/** A PNG whose pixels do not fit their checksum. */
export function withWrongSum(png: Buffer): Buffer {
  const changed = Buffer.from(png);
  const at = changed.length - 13;
  changed[at] = (changed[at] ?? 0) ^ 1;
  return changed;
}

/** Moves: it says so and has another frame. */
export async function animatedPng(): Promise<Buffer> {
  const control = Buffer.alloc(8);
  control.writeUInt32BE(2, 0);
  return withChunk(await plain().png().toBuffer(), pngChunk('acTL', control));
}

/** Two frames, one above the other. */
const frames = () =>
  sharp(
    Buffer.alloc(40 * 40 * 3, 0).map((_, at) => (at > 2400 ? 255 : 0)),
    { raw: { width: 40, height: 40, channels: 3, pageHeight: 20 } },
  );

export const animatedWebp = () => frames().webp({ loop: 0 }).toBuffer();
export const animatedGif = () => frames().gif({ loop: 0 }).toBuffer();

/** A container like AVIF's, of any brand. */
export function boxOf(brand: string): Buffer {
  const box = Buffer.alloc(64);
  box.writeUInt32BE(24, 0);
  box.write(`ftyp${brand}`, 4, 'latin1');
  return box;
}

/** A JPEG taken with the phone on its side, that says where and by whom. */
export const fromPhone = () =>
  plain(300, 100)
    .jpeg()
    .withExif({
      IFD0: { Copyright: SECRET, Orientation: '6' },
      IFD3: { GPSLatitude: '51/1 30/1 0/1', GPSLatitudeRef: 'N' },
    })
    .withMetadata({ orientation: 6 })
    .toBuffer();

/** A JPEG whose header claims another size. */
export function claiming(jpeg: Buffer, width: number, height: number): Buffer {
  const changed = Buffer.from(jpeg);
  const frame = changed.indexOf(Buffer.from([0xff, 0xc0]));
  changed.writeUInt16BE(height, frame + 5);
  changed.writeUInt16BE(width, frame + 7);
  return changed;
}

/** A progressive JPEG with its last scan many times: hours of work in a small file. */
export async function manyScans(times: number): Promise<Buffer> {
  const jpeg = await plain(3000, 3000).jpeg({ progressive: true }).toBuffer();
  const last = jpeg.lastIndexOf(Buffer.from([0xff, 0xda]));
  const scan = jpeg.subarray(last, -2);
  return Buffer.concat([
    jpeg.subarray(0, -2),
    ...Array.from({ length: times }, () => scan),
    jpeg.subarray(-2),
  ]);
}

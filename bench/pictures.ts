// `npm run bench:pictures`: how long the heaviest pictures that anybody may upload take, and how
// much memory, in the process that reads them. Updates docs/performance.md.
import sharp from 'sharp';

import { Refusal } from '../domain/errors.ts';
import { PICTURE } from '../domain/site/picture-files.ts';
import { createPictureReader } from '../server/pictures/processing.ts';
import { blackPng, manyScans } from '../server/testing/pictures.ts';
import { machine, tableOf, today, writeReport } from './report.ts';

const noise = (width: number, height: number) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 12 },
    },
  });

/** The files, with their types. */
const files: readonly (readonly [string, string, () => Promise<Buffer> | Buffer])[] = [
  ['a photograph of 12 megapixels', 'image/jpeg', () => noise(4000, 3000).jpeg().toBuffer()],
  ['a JPEG of 48 megapixels', 'image/jpeg', () => noise(8000, 6000).jpeg().toBuffer()],
  [
    'the same, progressive',
    'image/jpeg',
    () => noise(8000, 6000).jpeg({ progressive: true }).toBuffer(),
  ],
  ['a WebP of 12 megapixels', 'image/webp', () => noise(4000, 3000).webp().toBuffer()],
  [
    'an AVIF of 12 megapixels',
    'image/avif',
    () => noise(4000, 3000).avif({ effort: 0 }).toBuffer(),
  ],
  ['48 megapixels in a PNG of 47 KB', 'image/png', () => blackPng(12_000, 4000)],
  ['48 megapixels of 16 bits', 'image/png', () => blackPng(12_000, 4000, 16)],
  ['a strip of 1280 x 12,000', 'image/png', () => blackPng(1280, 12_000)],
  ['a JPEG with 5,000 scans', 'image/jpeg', () => manyScans(5000)],
  ['a PNG of 10 gigapixels', 'image/png', () => blackPng(100_000, 100_000)],
];

const reader = createPictureReader();

async function read(file: Buffer, type: string): Promise<string> {
  try {
    const { megabytes } = await reader.read(file, type);
    return `${megabytes} MB`;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return 'refused';
  }
}

const rows: string[][] = [];
for (const [name, type, make] of files) {
  const file = await make();
  const began = performance.now();
  const outcome = await read(file, type);
  const seconds = (performance.now() - began) / 1000;
  rows.push([name, `${(file.length / 1e6).toFixed(1)} MB`, `${seconds.toFixed(1)} s`, outcome]);
}
writeReport(
  'bench:pictures',
  'Pictures',
  `${tableOf([[today(), 'file', 'time', 'memory'], ...rows, ['must', '≤ 10 MB', `≤ ${PICTURE.seconds} s`, `≤ ${PICTURE.memoryMegabytes} MB`]])}\n\nOne picture at a time, in a process of its own; a picture beyond the limits is refused and its process ended. Forty hostile files are tried by server/pictures/hostile.test.ts. ${machine}.`,
);

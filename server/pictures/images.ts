// The share image and the icons of the site, from their drawings. For a process of its own: the
// server does not load the library.
import sharp from 'sharp';

import { type DrawnFile, type Drawings, icons } from './drawings.ts';

const SHARE = { width: 1200, height: 630 } as const;
const GROUND = '#16213a';

/** The sizes in favicon.ico. */
const FAVICON_SIZES = [16, 32, 48] as const;

/** Drawn at this size of 32 units before it is made smaller. */
const DENSITY = 72 * 16;

/** An ICO file: a header, an entry for each picture, then the pictures as PNG. */
function icoOf(pictures: { size: number; png: Buffer }[]): Buffer {
  const header = Buffer.alloc(6);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(pictures.length, 4);
  let offset = header.length + 16 * pictures.length;
  const entries = pictures.map(({ size, png }) => {
    const entry = Buffer.alloc(16);
    entry.writeUInt8(size, 0);
    entry.writeUInt8(size, 1);
    entry.writeUInt16LE(1, 4);
    entry.writeUInt16LE(32, 6);
    entry.writeUInt32LE(png.length, 8);
    entry.writeUInt32LE(offset, 12);
    offset += png.length;
    return entry;
  });
  return Buffer.concat([header, ...entries, ...pictures.map(({ png }) => png)]);
}

/** Corners are round where the system does not round them itself. */
const rounded = (icon: string) =>
  icon
    .replace(
      '<path',
      '<clipPath id="corners"><rect width="32" height="32" rx="5"/></clipPath><g clip-path="url(#corners)"><path',
    )
    .replace('</svg>', '</g></svg>');

export async function makeImages({ share, icon }: Drawings): Promise<DrawnFile[]> {
  const symbol = (size: number, svg: string) =>
    sharp(Buffer.from(svg), { density: DENSITY }).resize(size).png().toBuffer();
  const files: DrawnFile[] = [
    {
      path: '/share.png',
      bytes: await sharp(Buffer.from(share))
        .resize(SHARE.width, SHARE.height)
        .png({ palette: true, colours: 64, effort: 10 })
        .toBuffer(),
    },
    { path: '/icon.svg', bytes: Buffer.from(rounded(icon)) },
  ];
  for (const { path, size, inset } of icons) {
    const margin = Math.round(size * inset);
    const ground = { width: size, height: size, channels: 4, background: GROUND } as const;
    const bytes = await sharp({ create: ground })
      .composite([{ input: await symbol(size - 2 * margin, icon) }])
      .png({ palette: true, effort: 10 })
      .toBuffer();
    files.push({ path, bytes });
  }
  const small = [];
  for (const size of FAVICON_SIZES) small.push({ size, png: await symbol(size, rounded(icon)) });
  files.push({ path: '/favicon.ico', bytes: icoOf(small) });
  return files;
}

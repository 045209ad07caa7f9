// A process of its own that reads one picture and makes the files that visitors get. It knows
// nothing of the server: no settings, no database, no secrets. A picture that breaks a decoder
// breaks this process alone.
import sharp, { type Metadata, type Sharp } from 'sharp';

import {
  heightAt,
  PICTURE,
  type PictureFormat,
  pictureFormats,
  type PictureType,
  widthsOf,
} from '../../domain/site/picture-files.ts';
import { giveWay } from './give-way.ts';

/** What it is sent. */
export interface PictureRequest {
  readonly file: Uint8Array;
  readonly type: PictureType;
  /** How much memory it may take. */
  readonly megabytes: number;
}

interface MadeFile {
  readonly width: number;
  readonly format: PictureFormat;
  readonly bytes: Buffer;
}

/** Why a file cannot be used. */
export type Fault = 'other_kind' | 'damaged' | 'animated' | 'too_many_pixels' | 'too_long';

/** What it answers. */
export type PictureResult =
  | { readonly fault: Fault }
  | {
      readonly fault: null;
      readonly width: number;
      readonly height: number;
      readonly files: readonly MadeFile[];
      /** The memory that it took. */
      readonly megabytes: number;
    };

/** How often it looks at its memory. */
const CHECK_EVERY_MS = 20;
const MEGABYTE = 1024 * 1024;
let peak = 0;
let allowed = Number.POSITIVE_INFINITY;

const FORMATS: Readonly<Record<PictureType, string>> = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/avif': 'heif',
};

async function makeFiles({ file, type }: PictureRequest): Promise<PictureResult> {
  let metadata: Metadata;
  try {
    metadata = await sharp(file, { limitInputPixels: false }).metadata();
  } catch {
    return { fault: 'damaged' };
  }
  const fault = faultOf(metadata, type);
  if (fault !== null) return { fault };
  const { width, height } = metadata.autoOrient;
  const upright = { id: '', width, height };
  const widths = widthsOf(upright);
  const max = widths.at(-1) ?? width;
  try {
    // Read once: the smaller files are made from the largest. Neither has any metadata.
    const { data, info } = await sharp(file, {
      failOn: 'warning',
      limitInputPixels: PICTURE.pixels,
      autoOrient: true,
    })
      .toColourspace('srgb')
      .resize({ width: max, height: heightAt(upright, max), fit: 'fill' })
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true });
    const raw = { width: info.width, height: info.height, channels: info.channels };
    const files: MadeFile[] = [];
    for (const fileWidth of widths)
      for (const format of pictureFormats) {
        const one = sharp(data, { raw }).resize({
          width: fileWidth,
          height: heightAt(upright, fileWidth),
          fit: 'fill',
        });
        files.push({ width: fileWidth, format, bytes: await encode(one, format) });
      }
    return { fault: null, width, height, files, megabytes: Math.round(peak / MEGABYTE) };
  } catch {
    return { fault: 'damaged' };
  }
}

/** Judged by the header alone, before any pixel is read. */
function faultOf(metadata: Metadata, type: PictureType): Fault | null {
  if (metadata.format !== FORMATS[type]) return 'other_kind';
  if (metadata.format === 'heif' && metadata.compression !== 'av1') return 'other_kind';
  if ((metadata.pages ?? 1) > 1) return 'animated';
  if (Math.max(metadata.width, metadata.height) > PICTURE.sidePx) return 'too_long';
  return metadata.width * metadata.height > PICTURE.pixels ? 'too_many_pixels' : null;
}

function encode(one: Sharp, format: PictureFormat): Promise<Buffer> {
  switch (format) {
    case 'avif':
      return one.avif({ quality: 55, effort: 2 }).toBuffer();
    case 'webp':
      return one.webp({ quality: 78, effort: 4 }).toBuffer();
    case 'jpg':
      // A JPEG has no transparency, so the picture gets a white background.
      return one
        .flatten({ background: '#fff' })
        .jpeg({ quality: 80, progressive: true })
        .toBuffer();
  }
}

giveWay();
// One thread, and no decoder but those of the four kinds.
sharp.concurrency(1);
sharp.cache(false);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Heif'].map((kind) => `VipsForeignLoad${kind}Buffer`),
});
/** Exiting would wait for the decoder. */
const stop = () => process.kill(process.pid, 'SIGKILL');
process.once('disconnect', stop);
setInterval(() => {
  peak = Math.max(peak, process.memoryUsage.rss());
  if (peak > allowed) stop();
}, CHECK_EVERY_MS).unref();
process.once('message', (request: PictureRequest) => {
  allowed = request.megabytes * MEGABYTE;
  void makeFiles(request).then((result) => process.send?.(result, stop));
});

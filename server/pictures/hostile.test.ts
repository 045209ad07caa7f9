// Forty files that somebody might upload. Each is refused in words that help, or leaves nothing of
// itself but its pixels.
import { deflateSync } from 'node:zlib';

import sharp, { type Sharp } from 'sharp';
import { describe, expect } from 'vitest';

import { uploadPicture } from '../../domain/endpoints.ts';
import { PICTURE, pictureFormats, picturePath, widthsOf } from '../../domain/site/picture-files.ts';
import {
  animatedGif,
  animatedPng,
  animatedWebp,
  blackPng,
  boxOf,
  claiming,
  fromPhone,
  manyScans,
  plain,
  pngChunk,
  SECRET,
  withChunk,
  withWrongSum,
} from '../testing/pictures.ts';
import { codeOf, sharedTest } from '../testing/test.ts';

type File = () => Promise<Buffer> | Buffer | Sharp;

const test = sharedTest.extend('upload', ({ tutor }) => async (make: File, type: string) => {
  const made = await make();
  const file = Buffer.isBuffer(made) ? made : await made.toBuffer();
  return tutor.either(uploadPicture, { file, headers: { 'content-type': type } });
});

const svg = Buffer.from(
  `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>${SECRET}</script></svg>`,
);
const page = Buffer.from(`<!doctype html><script>${SECRET}</script>`);
const half = async (whole: Promise<Buffer>) => {
  const file = await whole;
  return file.subarray(0, Math.floor(file.length / 2));
};
const noise = (width: number, height: number) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  });

describe('a file of another type', () => {
  test.for([
    ['a drawing with a script', () => svg, 'image/svg+xml', /SVG.*PNG/],
    ["an iPhone's HEIC", () => boxOf('heic'), 'image/heic', /HEIC.*Most Compatible/],
    ["an iPhone's HEIF", () => boxOf('mif1'), 'image/heif', /HEIC/],
    ['a GIF that moves', animatedGif, 'image/gif', /JPEG, PNG, WebP or AVIF/],
    ['a page', () => page, 'text/html', /JPEG/],
    ['a PDF', () => Buffer.from('%PDF-1.7'), 'application/pdf', /JPEG/],
    ['a file without a type', () => plain().jpeg(), 'application/octet-stream', /JPEG/],
  ] as const)('is refused with 415: %s', async ([, make, type, words], { upload }) => {
    const { status, body } = await upload(make, type);
    expect(status).toBe(415);
    expect(body).toMatchObject({ error: expect.stringMatching(words) as string });
  });
});

test('refuses more than 10 MB as 413', async ({ upload }) => {
  const { status, body } = await upload(() => Buffer.alloc(PICTURE.bytes + 1), 'image/jpeg');
  expect([status, body]).toMatchObject([413, { error: 'The file is larger than 10 MB.' }]);
});

describe('a file that is no picture', () => {
  test.for([
    ['nothing', () => Buffer.alloc(0), 'image/jpeg', /cannot be read/],
    ['a text', () => Buffer.from('Hello'), 'image/jpeg', /cannot be read/],
    ['a drawing named PNG', () => svg, 'image/png', /cannot be read/],
    ['a page named JPEG', () => page, 'image/jpeg', /cannot be read/],
    ['a PDF named PNG', () => Buffer.from('%PDF-1.7'), 'image/png', /cannot be read/],
    ['a GIF named WebP', animatedGif, 'image/webp', /cannot be read/],
    ['a GIF that is a script', () => Buffer.from(`GIF89a=${SECRET};`), 'image/jpeg', /read/],
    ['a PNG named JPEG', () => plain().png(), 'image/jpeg', /another kind/],
    ['a JPEG named PNG', () => plain().jpeg(), 'image/png', /another kind/],
    ['a WebP named AVIF', () => plain().webp(), 'image/avif', /another kind/],
    ['a HEIC named AVIF', () => boxOf('heic'), 'image/avif', /cannot be read/],
    ['a film named AVIF', () => boxOf('isom'), 'image/avif', /cannot be read/],
    ['an empty AVIF', () => boxOf('avif'), 'image/avif', /damaged/],
    ['an AVIF that moves', () => boxOf('avis'), 'image/avif', /stands still/],
    ['a PNG that moves', animatedPng, 'image/png', /stands still/],
    ['a WebP that moves', animatedWebp, 'image/webp', /stands still/],
    ['half a JPEG', () => half(noise(300, 300).jpeg().toBuffer()), 'image/jpeg', /damaged/],
    ['half a PNG', () => half(noise(300, 300).png().toBuffer()), 'image/png', /damaged/],
    ['half a WebP', () => half(noise(300, 300).webp().toBuffer()), 'image/webp', /damaged/],
    ['half an AVIF', () => half(noise(300, 300).avif().toBuffer()), 'image/avif', /damaged/],
    ['a PNG whose checksum is wrong', () => withWrongSum(blackPng(9, 9)), 'image/png', /damaged/],
    [
      'noise after the header of a PNG',
      () => Buffer.concat([blackPng(9, 9).subarray(0, 8), Buffer.alloc(500, 0xa5)]),
      'image/png',
      /damaged/,
    ],
    ['a PNG without any pixel', () => blackPng(0, 0), 'image/png', /damaged/],
    ['a PNG of 144 megapixels', () => blackPng(12_000, 12_000, 1), 'image/png', /50 million/],
    ['a PNG of 10 gigapixels', () => blackPng(100_000, 100_000), 'image/png', /12,000|damaged/],
    ['a PNG with a long side', () => blackPng(20_000, 1), 'image/png', /12,000/],
    ['a JPEG of 1 x 20,000', () => plain(1, 20_000).jpeg(), 'image/jpeg', /12,000/],
    [
      'a JPEG that claims 4 gigapixels',
      async () => claiming(await plain().jpeg({ progressive: false }).toBuffer(), 65_500, 65_500),
      'image/jpeg',
      /12,000/,
    ],
    [
      'a JPEG that claims more pixels than it has',
      async () => claiming(await plain().jpeg({ progressive: false }).toBuffer(), 5000, 5000),
      'image/jpeg',
      /damaged/,
    ],
    ['a JPEG with 5,000 scans', () => manyScans(5000), 'image/jpeg', /damaged|too long/],
  ] as const)('is refused as not_a_picture: %s', async ([, make, type, words], { upload }) => {
    const { status, body } = await upload(make, type);
    expect([status, codeOf({ body })]).toEqual([400, 'not_a_picture']);
    expect(body).toMatchObject({ error: expect.stringMatching(words) as string });
  });
});

describe('a hostile picture', () => {
  test.for([
    ['a JPEG from a phone on its side', fromPhone, 'image/jpeg', [100, 300]],
    [
      'a JPEG that is also a page',
      async () => Buffer.concat([await plain().jpeg().toBuffer(), page]),
      'image/jpeg',
      [60, 40],
    ],
    [
      'a PNG with a script in a comment',
      () => withChunk(blackPng(9, 8), pngChunk('tEXt', Buffer.from(`Comment\0${SECRET}`))),
      'image/png',
      [9, 8],
    ],
    [
      'a PNG with 50 MB of colour profile',
      () =>
        withChunk(
          blackPng(9, 8),
          pngChunk(
            'iCCP',
            Buffer.concat([Buffer.from('x\0\0'), deflateSync(Buffer.alloc(50_000_000))]),
          ),
        ),
      'image/png',
      [9, 8],
    ],
    ['a JPEG for print', () => plain(70, 50).toColourspace('cmyk').jpeg(), 'image/jpeg', [70, 50]],
    [
      'a JPEG with the colours of a phone',
      () => plain(70, 50).withIccProfile('p3').jpeg(),
      'image/jpeg',
      [70, 50],
    ],
    ['a grey JPEG', () => plain(70, 50).toColourspace('b-w').jpeg(), 'image/jpeg', [70, 50]],
    [
      'a WebP with metadata',
      () =>
        plain(70, 50)
          .webp()
          .withExif({ IFD0: { Copyright: SECRET } })
          .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/">${SECRET}</x:xmpmeta>`),
      'image/webp',
      [70, 50],
    ],
    ['an AVIF of 1 x 1 in 10 bits', () => plain(1, 1).avif({ bitdepth: 10 }), 'image/avif', [1, 1]],
    ['a PNG of 16 bits', () => blackPng(1000, 10, 16), 'image/png', [1000, 10]],
    ['48 megapixels in 47 KB', () => blackPng(12_000, 4000), 'image/png', [12_000, 4000]],
    ['a strip', () => blackPng(1280, 12_000, 1), 'image/png', [1280, 12_000]],
  ] as const)(
    'is served as nothing but its pixels: %s',
    async ([, make, type, [width, height]], { api, upload }) => {
      const { status, body } = await upload(make, type);
      expect(status, JSON.stringify(body)).toBe(201);
      const { picture } = uploadPicture.answer.parse(body);
      expect(picture).toMatchObject({ width, height });
      for (const fileWidth of widthsOf(picture))
        for (const format of pictureFormats) {
          const { rawPayload, headers } = await api.app.inject(
            picturePath(picture.id, fileWidth, format),
          );
          const {
            width: served,
            pages,
            exif,
            icc,
            xmp,
            iptc,
            orientation,
            space,
          } = await sharp(rawPayload).metadata();
          expect([served, pages ?? 1]).toEqual([fileWidth, 1]);
          expect([exif, icc, xmp, iptc, orientation]).toEqual(Array.from({ length: 5 }));
          expect(['srgb', 'b-w']).toContain(space);
          expect(rawPayload.includes(SECRET)).toBe(false);
          expect(headers['content-type']).toBe(`image/${format === 'jpg' ? 'jpeg' : format}`);
        }
    },
  );
});

// The tutor's pictures: what can be uploaded, which files are made of it, and their addresses.
// Pages that show pictures load this, and not the schemas of content.ts.

/** What can be uploaded, in the order people are told. */
export const pictureTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/avif'] as const;
export type PictureType = (typeof pictureTypes)[number];

/** Best first: a browser takes the first that it knows. The last one is known to all. */
export const pictureFormats = ['avif', 'webp', 'jpg'] as const;
export type PictureFormat = (typeof pictureFormats)[number];

export const PICTURE = {
  bytes: 10 * 1024 * 1024,
  pixels: 50_000_000,
  sidePx: 12_000,
  /** The widths of the files that are made of a picture, as far as it is as wide. */
  widthsPx: [320, 640, 1280],
  /** How high a file can be; a strip is made at fewer widths. */
  heightPx: 3840,
  /** How long and with how much memory a picture is read. */
  seconds: 20,
  memoryMegabytes: 768,
  /** Pictures that wait while another one is read. */
  waiting: 4,
  /** How long after its upload a picture that nothing shows is stored. */
  unusedDays: 30,
  alt: 200,
} as const;

/** A picture, upright. */
export interface Picture {
  /** The hash of the uploaded file. */
  readonly id: string;
  readonly width: number;
  readonly height: number;
}

/**
 * The widths of its files, in ascending order: the usual ones up to its own, and its own if that is
 * between two.
 */
export function widthsOf(picture: Picture): number[] {
  const max = Math.min(picture.width, PICTURE.widthsPx[2]);
  const all = [...PICTURE.widthsPx.filter((one) => one < max), max];
  return all.filter((one, at) => at === 0 || heightAt(picture, one) <= PICTURE.heightPx);
}

/** The height of its file of this width. */
export const heightAt = ({ width, height }: Picture, fileWidth: number): number =>
  Math.max(1, Math.round((height * fileWidth) / width));

/** The address of a file. */
export const picturePath = (id: string, width: number, format: PictureFormat): string =>
  `/pictures/${id}-${width}.${format}`;

const FILE = /^([\da-f]{32})-(\d{1,5})\.(avif|webp|jpg)$/;

/** Reads the last part of such an address; null for any other. */
export function readPictureName(
  name: string,
): { readonly id: string; readonly width: number; readonly format: PictureFormat } | null {
  const [, id, width, format] = FILE.exec(name) ?? [];
  const supported = pictureFormats.find((one) => one === format);
  return id === undefined || supported === undefined
    ? null
    : { id, width: Number(width), format: supported };
}

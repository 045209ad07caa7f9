// What is drawn for a site: its share image and icons.

/** SVG without any text, script or link. */
export interface Drawings {
  readonly share: string;
  readonly icon: string;
}

export interface DrawnFile {
  readonly path: string;
  readonly bytes: Buffer;
}

/** Maskable icons may be cropped to a circle of 80%; the symbol stays inside. */
export const icons = [
  { path: '/apple-touch-icon.png', size: 180, inset: 0 },
  { path: '/icon-192.png', size: 192, inset: 0 },
  { path: '/icon-512.png', size: 512, inset: 0 },
  { path: '/icon-maskable-512.png', size: 512, inset: 0.14 },
] as const;

/** The paths of what is drawn. */
export const drawnPaths = [
  '/share.png',
  '/icon.svg',
  '/favicon.ico',
  ...icons.map(({ path }) => path),
] as const;

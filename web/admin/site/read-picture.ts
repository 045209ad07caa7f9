// Reads a picture that the tutor has chosen, and cuts out the part that is sent.
import { type Rect, sizeToSend } from './crop.ts';

export interface ChosenPicture {
  /** Tells two choices apart. */
  readonly key: number;
  readonly bitmap: ImageBitmap;
  /** The type of what is sent: one that keeps transparency if the picture may have some. */
  readonly type: 'image/jpeg' | 'image/png';
}

let lastKey = 0;

const JPEG_QUALITY = 0.92;

/** What to do with a file that this browser cannot read. */
export const adviceOn = ({ name, type }: Pick<File, 'name' | 'type'>): string =>
  /hei[cf]/i.test(`${type} ${name}`)
    ? 'This is a HEIC picture. On your iPhone, choose Settings, Camera, Formats, Most Compatible, then take it again. Or open this page on the iPhone and choose the picture there: it then comes as a JPEG.'
    : 'This file is no picture that can be read. Choose a JPEG, PNG, WebP or AVIF file.';

/** Upright, as the camera was held. Null if this browser cannot read the file. */
export async function readPicture(file: File): Promise<ChosenPicture | null> {
  // A drawing has no size of its own, and can hold programs.
  if (/svg/i.test(file.type)) return null;
  try {
    const bitmap = await createImageBitmap(file);
    lastKey += 1;
    return { key: lastKey, bitmap, type: file.type === 'image/jpeg' ? 'image/jpeg' : 'image/png' };
  } catch {
    return null;
  }
}

export function drawPart(
  canvas: HTMLCanvasElement,
  { bitmap }: ChosenPicture,
  { left, top, width, height }: Rect,
): void {
  const context = canvas.getContext('2d');
  if (context === null) return;
  context.imageSmoothingQuality = 'high';
  context.clearRect(0, 0, canvas.width, canvas.height);
  context.drawImage(bitmap, left, top, width, height, 0, 0, canvas.width, canvas.height);
}

/** The part of the picture as a file. */
export async function cutOut(chosen: ChosenPicture, rect: Rect): Promise<Blob> {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, sizeToSend(rect));
  drawPart(canvas, chosen, rect);
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob === null ? reject(new Error('the picture cannot be cut')) : resolve(blob)),
      chosen.type,
      JPEG_QUALITY,
    );
  });
}

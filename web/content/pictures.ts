// The pictures in the tutor's words, with the sizes that their elements need.
import type { PictureUse } from '../../domain/site/content-fields.ts';
import { heightAt, type Picture, picturePath, widthsOf } from '../../domain/site/picture-files.ts';
import { useSite } from './site-context.ts';

export interface SizedPicture extends Picture {
  readonly alt: string;
}

function withSize(use: PictureUse | undefined, pictures: readonly Picture[] = []) {
  const picture = pictures.find(({ id }) => id === use?.id);
  return use === undefined || picture === undefined ? null : { ...picture, alt: use.alt };
}

/** Null without a picture there. */
export function useSizedPicture(use: PictureUse | undefined): SizedPicture | null {
  const { pictures } = useSite();
  return withSize(use, pictures);
}

/** For programs that read a page, which know no other format; null without a picture there. */
export function largestJpeg(use: PictureUse | undefined, pictures: readonly Picture[]) {
  const picture = withSize(use, pictures);
  if (picture === null) return null;
  const width = widthsOf(picture).at(-1) ?? picture.width;
  return {
    path: picturePath(picture.id, width, 'jpg'),
    width,
    height: heightAt(picture, width),
    alt: picture.alt,
  };
}

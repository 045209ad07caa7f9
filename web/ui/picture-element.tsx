// <PictureElement>: a picture in the best format and size for the browser, with its space reserved.
import {
  type Picture,
  type PictureFormat,
  picturePath,
  widthsOf,
} from '../../domain/site/picture-files.ts';

interface PictureElementProps {
  picture: Picture;
  alt: string;
  /** How wide it is on the page, as CSS says it. */
  sizes: string;
  /** Whether it loads only near the visible part of the page. */
  isLazy?: boolean;
  className: string;
}

export function PictureElement({ picture, alt, sizes, isLazy, className }: PictureElementProps) {
  const { id, width, height } = picture;
  const widths = widthsOf(picture);
  const files = (format: PictureFormat) =>
    widths.map((one) => `${picturePath(id, one, format)} ${one}w`).join(', ');
  return (
    <picture className="contents">
      <source type="image/avif" srcSet={files('avif')} sizes={sizes} />
      <source type="image/webp" srcSet={files('webp')} sizes={sizes} />
      <img
        // `loading` comes before the source: a browser begins to load once it has the source.
        loading={isLazy === true ? 'lazy' : 'eager'}
        // Pictures come after the texts around them and their fonts.
        fetchPriority="low"
        decoding="async"
        srcSet={files('jpg')}
        sizes={sizes}
        src={picturePath(id, widths[0] ?? width, 'jpg')}
        alt={alt}
        width={width}
        height={height}
        className={className}
      />
    </picture>
  );
}

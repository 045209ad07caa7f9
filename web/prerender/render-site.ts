// renderSite(words, built): every page of the site, and the web app's manifest. The build calls it
// once and keeps this module beside its pages, so that the server calls the same function when the
// words have changed.
import { paths } from '../../domain/paths.ts';
import type { PageWords } from '../../domain/site/content.ts';
import { fillContent } from '../../domain/site/placeholders.ts';
import { drawImages, type DrawnImages } from './images.tsx';
import { type BuiltFiles, NOT_FOUND, type RenderedPage, renderPage } from './render-page.tsx';
import { webManifest } from './site-files.ts';

export { previewPage } from './render-page.tsx';

export interface RenderedSite {
  /** By path. */
  readonly pages: Readonly<Record<string, RenderedPage>>;
  readonly notFound: RenderedPage;
  readonly manifest: object;
  /** The share image and the icons as SVG. */
  readonly images: DrawnImages;
}

export async function renderSite(words: PageWords, built: BuiltFiles): Promise<RenderedSite> {
  const pages = await Promise.all(
    Object.values(paths).map(async (page) => [page, await renderPage(page, words, built)] as const),
  );
  const content = fillContent(words.content, words.business);
  return {
    pages: Object.fromEntries(pages),
    notFound: await renderPage(NOT_FOUND, words, built),
    manifest: webManifest(content),
    images: await drawImages(content),
  };
}

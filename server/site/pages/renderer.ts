// The renderer that a build keeps: it renders the build's pages again with other words.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import * as z from 'zod';

import type { LessonOffer } from '../../../domain/lessons/next-lesson.ts';
import {
  type Content,
  contentSchema,
  isSameContent,
  type PageWords,
} from '../../../domain/site/content.ts';
import type { PreviewedPage } from '../../../domain/site/site.ts';

/** In a build's folder: the module, and what the build called it with. */
export const RENDERER_FOLDER = 'prerender';
export const RENDERER_FILE = 'render-site.js';
export const INPUTS_FILE = 'inputs.json';

const inputsSchema = z.object({
  words: z.object({ content: z.unknown(), business: z.unknown() }),
  built: z.unknown(),
});

const renderedSchema = z.object({
  pages: z.record(z.string(), z.object({ html: z.string() })),
  notFound: z.object({ html: z.string() }),
  manifest: z.record(z.string(), z.unknown()),
  /** SVG of the share image and the icon. */
  images: z.object({ share: z.string(), icon: z.string() }),
});
type RenderedSite = z.infer<typeof renderedSchema>;

/** web/prerender/render-site.ts, which the server does not import. */
interface Renderer {
  readonly renderSite: (words: PageWords, built: unknown) => Promise<unknown>;
  readonly previewPage: (
    page: PreviewedPage,
    words: PageWords,
    built: unknown,
    offered: LessonOffer,
  ) => Promise<string>;
}

export interface SiteRenderer {
  /** The content that the build ships. */
  readonly shipped: Content;
  /** Whether the build's own pages say this. */
  readonly isBuiltWith: (words: PageWords) => boolean;
  readonly render: (words: PageWords) => Promise<RenderedSite>;
  /** The HTML of a page, without scripts, as visitors see it who are offered these lessons. */
  readonly preview: (
    page: PreviewedPage,
    words: PageWords,
    offered: LessonOffer,
  ) => Promise<string>;
}

/** Reads what a build was rendered with. */
export async function readRenderer(folder: string): Promise<SiteRenderer> {
  const inputs = join(folder, RENDERER_FOLDER, INPUTS_FILE);
  const { words, built } = inputsSchema.parse(JSON.parse(await readFile(inputs, 'utf8')));
  const shipped = contentSchema.parse(words.content);
  // Loaded once it is needed: most sites never change.
  const load = async () => {
    const file = join(folder, RENDERER_FOLDER, RENDERER_FILE);
    return (await import(pathToFileURL(file).href)) as Renderer;
  };
  return {
    shipped,
    isBuiltWith: ({ content, business }) =>
      isSameContent(shipped, content) &&
      JSON.stringify(words.business) === JSON.stringify(business),
    async render(pageWords) {
      const { renderSite } = await load();
      return renderedSchema.parse(await renderSite(pageWords, built));
    },
    async preview(page, pageWords, offered) {
      const { previewPage } = await load();
      return previewPage(page, pageWords, built, offered);
    },
  };
}

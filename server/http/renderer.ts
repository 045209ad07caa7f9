// The renderer that a build keeps: it renders the build's pages again with other words.
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import * as z from 'zod';

import type { PublicBusiness } from '../../domain/business.ts';

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
});
export type RenderedSite = z.infer<typeof renderedSchema>;

/** web/prerender/render-site.ts, which the server does not import. */
interface Renderer {
  readonly renderSite: (
    words: { readonly content: unknown; readonly business: PublicBusiness },
    built: unknown,
  ) => Promise<unknown>;
}

export interface SiteRenderer {
  /** Whether the build's own pages say this. */
  readonly isBuiltWith: (business: PublicBusiness) => boolean;
  readonly render: (business: PublicBusiness) => Promise<RenderedSite>;
}

/** Reads what a build was rendered with; null for a build that cannot render again. */
export async function readRenderer(folder: string): Promise<SiteRenderer | null> {
  const inputs = join(folder, RENDERER_FOLDER, INPUTS_FILE);
  if (!existsSync(inputs)) return null;
  const { words, built } = inputsSchema.parse(JSON.parse(await readFile(inputs, 'utf8')));
  return {
    isBuiltWith: (business) => JSON.stringify(words.business) === JSON.stringify(business),
    async render(business) {
      // Loaded once it is needed: most sites never change.
      const file = join(folder, RENDERER_FOLDER, RENDERER_FILE);
      const { renderSite } = (await import(pathToFileURL(file).href)) as Renderer;
      return renderedSchema.parse(await renderSite({ content: words.content, business }, built));
    },
  };
}

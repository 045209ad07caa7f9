// <SitePreview>: a page of the site with the words that are being edited, as phones, tablets and
// desktops show it, in light and in dark.
import { useQuery, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { useMemo, useState } from 'react';

import * as endpoints from '../../../domain/endpoints.ts';
import { paths } from '../../../domain/paths.ts';
import { type Content, type ContentPart, contentSchema } from '../../../domain/site/content.ts';
import type { PreviewedPage } from '../../../domain/site/site.ts';
import { call } from '../../transport/client.ts';
import { Segments } from '../../ui/forms/segments.tsx';
import { useSettled } from '../../ui/hooks/hooks.ts';
import { useMedia } from '../../ui/hooks/use-media.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { FRESH_MS } from './data.ts';
import { type Device, PreviewFrame } from './preview-frame.tsx';

/** How long after the last keystroke the preview follows; with the call, within a second. */
const PAUSE_MS = 350;

interface SitePreviewProps {
  content: Content;
  /** The part to show; null for the top of the home page. */
  part: ContentPart | null;
  onPick?: (part: ContentPart) => void;
}

export function SitePreview({ content, part, onPick }: SitePreviewProps) {
  const isWide = useMedia('(min-width: 64rem)');
  const isDark = useMedia('(prefers-color-scheme: dark)');
  const [chosenDevice, setDevice] = useState<Device | null>(null);
  // The widest that can be read in the space beside the words.
  const device = chosenDevice ?? (isWide ? 'tablet' : 'phone');
  const [scheme, setScheme] = useState<'light' | 'dark' | null>(null);
  const settled = useSettled(content, PAUSE_MS);
  const words = useMemo(() => {
    const parsed = contentSchema.safeParse(settled);
    return parsed.success ? parsed.data : null;
  }, [settled]);
  const page = pageOf(part);
  const preview = useQuery(sitePreviewQuery(words, page));
  return (
    <section
      aria-label="Preview"
      className="grid h-full min-h-0 grid-cols-1 grid-rows-[auto_auto_minmax(0,1fr)] gap-2"
    >
      <div className="flex flex-wrap gap-x-5 gap-y-2">
        <Segments
          label="Width"
          value={device}
          options={{ phone: 'Phone', tablet: 'Tablet', desktop: 'Desktop' }}
          onChange={setDevice}
        />
        <Segments
          label="Colours"
          value={scheme ?? (isDark ? 'dark' : 'light')}
          options={{ light: 'Light', dark: 'Dark' }}
          onChange={setScheme}
        />
      </div>
      <output className="block text-pencil empty:hidden">
        {words === null && 'As it was before: a field has to be corrected first.'}
        {words !== null &&
          preview.isError &&
          preview.data !== undefined &&
          'As it was before: the preview could not be loaded.'}
      </output>
      <div className="row-start-3 min-h-0">
        <Loaded
          query={preview}
          noun="the preview"
          skeleton={
            <output className="grid h-full place-items-center rounded-md border border-rule text-pencil">
              Loading the preview…
            </output>
          }
        >
          {({ page: previewedPage, html }) => (
            <PreviewFrame
              // Another page is another document.
              key={previewedPage}
              page={previewedPage}
              html={html}
              device={device}
              scheme={scheme ?? (isDark ? 'dark' : 'light')}
              part={part}
              {...(onPick === undefined ? {} : { onPick })}
            />
          )}
        </Loaded>
      </div>
    </section>
  );
}

/** The page that shows this part. */
function pageOf(part: ContentPart | null): PreviewedPage {
  if (part === 'terms' || part === 'seller') return paths.terms;
  return part === 'privacy' ? paths.privacy : paths.home;
}

/** The page with these words; the previous one stays visible until the next has loaded. */
function sitePreviewQuery(content: Content | null, page: PreviewedPage) {
  return queryOptions({
    queryKey: ['admin', 'site-preview', page, content],
    queryFn: async ({ signal }) => {
      // Disabled without content.
      const body = { content: content as Content, page };
      const { html } = await call(endpoints.previewSite, { body, signal });
      return { page, html };
    },
    enabled: content !== null,
    // The content is long, and is typed anew all the time.
    gcTime: FRESH_MS,
    // The same words get their pictures back when a version becomes the draft.
    staleTime: 0,
    placeholderData: keepPreviousData,
    meta: { isSilent: true },
  });
}

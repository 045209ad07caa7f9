// The words of the tutor's site: the draft, its preview, publishing and earlier versions.
import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';

import type { AnswerOf } from '../../../domain/endpoint.ts';
import * as endpoints from '../../../domain/endpoints.ts';
import type { Content } from '../../../domain/site/content.ts';
import type { Site, WordPage } from '../../../domain/site/site.ts';
import { call } from '../../transport/client.ts';
import { ApiError, AuthenticationError } from '../../transport/failures.ts';
import { queryClient, reportFailure } from '../../transport/query-client.ts';
import { SiteDraft } from './site-draft.ts';
import {
  deleteUnsavedSite,
  readUnsavedSite,
  storeUnsavedSite,
  type UnsavedSite,
} from './unsaved-site.ts';

const SITE = ['admin', 'site'] as const;
const VERSIONS = ['admin', 'site-versions'] as const;
/** The editor begins with what is saved at that moment. */
const FRESH_MS = 3000;

export const siteQuery = queryOptions({
  queryKey: SITE,
  queryFn: ({ signal }) => call(endpoints.getSite, { signal }),
  staleTime: FRESH_MS,
  gcTime: FRESH_MS,
  select: ({ site }) => site,
  // The page shows it, and opens with what the device has.
  meta: { isSilent: true },
});

/** What the server answers is what the editor opens with next. */
function known(answer: AnswerOf<typeof endpoints.getSite>): Site {
  queryClient.setQueryData(SITE, answer);
  return answer.site;
}

const load = async () => known(await call(endpoints.getSite));

/** The words that this device has and the server has not, once. */
export const readUnsaved = (): UnsavedSite | null => readUnsavedSite();

/** The draft in the editor, from the site as it was loaded, or as this device knows it. */
export function useSiteDraft(site: Site, unsaved: UnsavedSite | null) {
  const [draft] = useState(
    () =>
      new SiteDraft(site, unsaved, {
        save: async (content, revision) =>
          known(await call(endpoints.saveSiteDraft, { body: { content, revision } })),
        load,
        store: storeUnsavedSite,
        delete: deleteUnsavedSite,
        report: (error) => {
          if (error instanceof AuthenticationError) reportFailure(error);
        },
      }),
  );
  const state = useSyncExternalStore(draft.subscribe, draft.read);
  useEffect(() => draft.refresh(site), [draft, site]);
  useEffect(() => {
    const retry = () => draft.retry();
    const warn = (event: BeforeUnloadEvent) => {
      if (!draft.read().isStored) event.preventDefault();
    };
    window.addEventListener('online', retry);
    window.addEventListener('beforeunload', warn);
    return () => {
      window.removeEventListener('online', retry);
      window.removeEventListener('beforeunload', warn);
      // What is typed is on the device; it is sent, too, if that is possible.
      void draft.flush().then(() => draft.stop());
    };
  }, [draft]);
  return { draft, state };
}

/** The page with these words; the previous one stays visible until the next has loaded. */
export function sitePreviewQuery(content: Content | null, page: WordPage) {
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
    placeholderData: keepPreviousData,
    meta: { isSilent: true },
  });
}

export const siteVersionsQuery = queryOptions({
  queryKey: VERSIONS,
  queryFn: ({ signal }) => call(endpoints.listSiteVersions, { signal }),
  staleTime: FRESH_MS,
  select: ({ versions }) => versions,
  meta: { isSilent: true },
});

/** The words of a version, which never change; 0 is the sample. */
export function siteVersionQuery(n: number) {
  return queryOptions({
    queryKey: ['admin', 'site-version', n],
    queryFn: ({ signal }) => call(endpoints.getSiteVersion, { params: { n }, signal }),
    select: ({ content }) => content,
    meta: { isSilent: true },
  });
}

/**
 * `mutateAsync(note)`: publishes the draft. False if it could not be saved, which the page shows.
 */
export function usePublishSite(draft: SiteDraft) {
  return useMutation({
    meta: {
      operation: {
        title: 'Not Published',
        text: 'Failed to publish. Nothing has changed; please try again.',
      },
      changes: [VERSIONS],
    },
    retry: false,
    mutationFn: async (note: string) => {
      if (!(await draft.flush())) return false;
      return catchCollision(draft, async () =>
        draft.rebase(await publish(draft.read().site, note)),
      );
    },
  });
}

/** `mutateAsync(n)`: makes version n the draft. False if somebody else has changed it meanwhile. */
export function useRestoreSite(draft: SiteDraft) {
  return useMutation({
    meta: {
      operation: { title: 'Error', text: 'Failed to take the version back. Please try again.' },
    },
    retry: false,
    mutationFn: async (n: number) => {
      if (!(await draft.flush())) return false;
      return catchCollision(draft, async () => draft.reset(await restore(draft.read().site, n)));
    },
  });
}

/** `mutateAsync(n)`: publishes version n again. The draft keeps the words that it has. */
export function useUndoPublication(draft: SiteDraft) {
  return useMutation({
    meta: {
      operation: { title: 'Not Undone', text: 'Failed to bring the earlier version back.' },
      changes: [VERSIONS],
    },
    retry: false,
    mutationFn: async (n: number) => {
      if (!(await draft.flush())) return false;
      return catchCollision(draft, async () => {
        let site = await restore(draft.read().site, n);
        try {
          site = await publish(site);
        } finally {
          draft.rebase(site);
        }
      });
    },
  });
}

/** An empty note is none. */
async function publish({ draft: { revision } }: Site, note = ''): Promise<Site> {
  const said = note.trim() === '' ? {} : { note };
  return known(await call(endpoints.publishSite, { body: { revision, ...said } }));
}

async function restore({ draft: { revision } }: Site, n: number): Promise<Site> {
  return known(
    await call(endpoints.restoreSiteVersion, { params: { n: String(n) }, body: { revision } }),
  );
}

/** A refusal because somebody else has saved becomes a collision, which the page shows. */
async function catchCollision(draft: SiteDraft, act: () => Promise<void>): Promise<boolean> {
  try {
    await draft.during(act);
    return true;
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'draft_changed')) throw error;
    await draft.showCollision();
    return false;
  }
}

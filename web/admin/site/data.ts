// The draft of the site's words, stored on the device until it has reached the server, and the
// versions that were published.
import { queryOptions } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';

import type { AnswerOf } from '../../../domain/endpoint.ts';
import * as endpoints from '../../../domain/endpoints.ts';
import type { Site } from '../../../domain/site/site.ts';
import { call } from '../../transport/client.ts';
import { ApiError, AuthenticationError } from '../../transport/failures.ts';
import { queryClient, reportFailure } from '../../transport/query-client.ts';
import { personOf } from '../../transport/session.ts';
import { tryStorage, UNSAVED_SITE } from '../../transport/storage.ts';
import { SiteDraft, type UnsavedSite } from './site-draft.ts';

const SITE = ['admin', 'site'] as const;
export const VERSIONS = ['admin', 'site-versions'] as const;
/** The editor begins with what is saved at that moment. */
export const FRESH_MS = 3000;

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
function cacheSite(answer: AnswerOf<typeof endpoints.getSite>): Site {
  queryClient.setQueryData(SITE, answer);
  return answer.site;
}

const load = async () => cacheSite(await call(endpoints.getSite));

/** The draft in the editor, from the site as it was loaded, or as this device knows it. */
export function useSiteDraft(site: Site, unsaved: UnsavedSite | null) {
  const [draft] = useState(
    () =>
      new SiteDraft(site, unsaved, {
        save: async (content, revision) =>
          cacheSite(await call(endpoints.saveSiteDraft, { body: { content, revision } })),
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

/** The words of a version, which never change; 0 is the sample. */
export function siteVersionQuery(n: number) {
  return queryOptions({
    queryKey: ['admin', 'site-version', n],
    queryFn: ({ signal }) => call(endpoints.getSiteVersion, { params: { n }, signal }),
    select: ({ content }) => content,
    meta: { isSilent: true },
  });
}

/** An empty note is none. */
export async function publishWords({ draft: { revision } }: Site, note = ''): Promise<Site> {
  const body = note.trim() === '' ? {} : { note };
  return cacheSite(await call(endpoints.publishSite, { body: { revision, ...body } }));
}

export async function restoreWords({ draft: { revision } }: Site, n: number): Promise<Site> {
  return cacheSite(
    await call(endpoints.restoreSiteVersion, { params: { n: String(n) }, body: { revision } }),
  );
}

/** A refusal because somebody else has saved becomes a collision, which the page shows. */
export async function catchCollision(draft: SiteDraft, act: () => Promise<void>): Promise<boolean> {
  try {
    await draft.during(act);
    return true;
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'draft_changed')) throw error;
    await draft.showCollision();
    return false;
  }
}

interface StoredSite extends UnsavedSite {
  readonly person: string;
}

/** The words that the admin who is signed in typed last; null without any. */
export function readUnsavedSite(): UnsavedSite | null {
  const text = tryStorage('device', (storage) => storage.getItem(UNSAVED_SITE));
  try {
    const stored = JSON.parse(text ?? 'null') as Partial<StoredSite> | null;
    if (stored?.person === undefined || stored.person !== personOf('admin')) return null;
    const { site, content } = stored;
    return site === undefined || content === undefined ? null : { site, content };
  } catch {
    return null;
  }
}

/** Returns whether the device has stored them. */
function storeUnsavedSite(unsaved: UnsavedSite): boolean {
  const person = personOf('admin');
  if (person === undefined) return false;
  return (
    tryStorage('device', (storage) => {
      storage.setItem(UNSAVED_SITE, JSON.stringify({ person, ...unsaved } satisfies StoredSite));
      return true;
    }) ?? false
  );
}

function deleteUnsavedSite(): void {
  tryStorage('device', (storage) => storage.removeItem(UNSAVED_SITE));
}

// Words of the site that have not reached the server yet, stored on the device, so that leaving the
// editor loses none. They belong to the admin who typed them.
import type { Content } from '../../../domain/site/content.ts';
import type { Site } from '../../../domain/site/site.ts';
import { personOf } from '../../transport/query-client.ts';
import { tryStorage, UNSAVED_SITE } from '../../transport/storage.ts';

export interface UnsavedSite {
  /** What the server had when they were typed. */
  readonly site: Site;
  readonly content: Content;
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
export function storeUnsavedSite(unsaved: UnsavedSite): boolean {
  const person = personOf('admin');
  if (person === undefined) return false;
  return (
    tryStorage('device', (storage) => {
      storage.setItem(UNSAVED_SITE, JSON.stringify({ person, ...unsaved } satisfies StoredSite));
      return true;
    }) ?? false
  );
}

export function deleteUnsavedSite(): void {
  tryStorage('device', (storage) => storage.removeItem(UNSAVED_SITE));
}

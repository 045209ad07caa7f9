// The words that the site says at the moment, and whose site it is. A process caches the words of
// the latest version that it has read, because a version never changes.
import { toPublicBusiness } from '../../domain/business.ts';
import { type FieldFault, Refusal } from '../../domain/errors.ts';
import type { Seller } from '../../domain/payments/invoice.ts';
import {
  type Content,
  type PageWords,
  contentSchema,
  samplePartsOf,
  picturesIn,
} from '../../domain/site/content.ts';
import type { Picture } from '../../domain/site/picture-files.ts';
import { fillContent } from '../../domain/site/placeholders.ts';
import type { Db, Tx } from '../engine/database.ts';
import { prepare } from '../engine/prepared.ts';
import { readPictures, readShownPictures } from '../pictures/pictures.ts';
import { readSettings } from '../settings/settings.ts';

/** Who the site is of. */
export interface SiteOwner {
  readonly name: string;
  /** Who teaches. */
  readonly tutor: string;
  /** Null while the words are a sample. */
  readonly email: string | null;
  readonly seller: Seller;
}

interface CurrentWords {
  /** 0: what the build ships. */
  readonly version: number;
  /** If this release rejects the words of the version, the last good ones. */
  readonly content: Content;
  /** Where this release rejects the words of the version; null if it accepts them. */
  readonly faults: readonly FieldFault[] | null;
}

export interface SiteWords {
  /** What the build ships. */
  readonly shipped: Content;
  /** The content as pages say it: without the notice once no part is the sample's. */
  readonly forPages: (content: Content) => Content;
  readonly current: (db: Db) => Promise<CurrentWords>;
  readonly ofPages: (db: Db) => Promise<PageWords>;
  readonly owner: (db: Db) => Promise<SiteOwner>;
}

export const latestVersion = prepare((db) =>
  db
    .selectFrom('site_versions')
    .select(['version', 'published_at'])
    .orderBy('version', 'desc')
    .limit(1),
);

const versionContent = prepare<{ version: number }, { content: string }>((db, param) =>
  db.selectFrom('site_versions').select('content').where('version', '=', param('version')),
);

/** The stored words of a version; undefined without it. */
export async function readVersion(db: Db, version: number): Promise<unknown> {
  const row = await versionContent.first(db, { version });
  return row === undefined ? undefined : (JSON.parse(row.content) as unknown);
}

/** Reads stored words, which an older release may have written. */
export function readContent(stored: unknown): Content | readonly FieldFault[] {
  const { success, data, error } = contentSchema.safeParse(stored);
  return success
    ? data
    : error.issues.map(({ path, message }) => ({ field: path.join('.'), message }));
}

export const isContent = (read: Content | readonly FieldFault[]): read is Content =>
  !Array.isArray(read);

function ownerOf({ site, contact, seller }: Content): SiteOwner {
  return {
    name: site.name,
    tutor: site.tutor,
    email: site.sampleNotice === '' ? contact.email : null,
    seller: { ...seller, tax: seller.tax ?? null },
  };
}

export function createSiteWords(shipped: Content): SiteWords {
  let cached: { readonly publishedAt: number; readonly words: CurrentWords } | null = null;

  /** A version keeps its pictures, so they are read once. */
  let pageWords: (Omit<PageWords, 'business'> & { readonly of: Content }) | null = null;

  function forPages(content: Content): Content {
    if (content.site.sampleNotice === '' || samplePartsOf(content, shipped).length > 0)
      return content;
    return { ...content, site: { ...content.site, sampleNotice: '' } };
  }

  async function current(db: Db): Promise<CurrentWords> {
    const latest = await latestVersion.first(db, {});
    if (latest === undefined) return { version: 0, content: shipped, faults: null };
    const { version, published_at: publishedAt } = latest;
    // A restored copy of the database may have another version of the same number.
    if (cached?.words.version === version && cached.publishedAt === publishedAt)
      return cached.words;
    const read = readContent(await readVersion(db, version));
    const words: CurrentWords = isContent(read)
      ? { version, content: read, faults: null }
      : { version, content: cached?.words.content ?? shipped, faults: read };
    cached = { publishedAt, words };
    return words;
  }

  async function ofPages(db: Db): Promise<PageWords> {
    const { content } = await current(db);
    if (content !== pageWords?.of)
      pageWords = {
        of: content,
        content: forPages(content),
        pictures: await picturesOf(db, content),
      };
    const { of: _, ...words } = pageWords;
    return { ...words, business: toPublicBusiness((await readSettings(db)).business) };
  }

  return {
    shipped,
    forPages,
    current,
    ofPages,
    owner: async (db) => {
      const { content, business } = await ofPages(db);
      return ownerOf(fillContent(content, business));
    },
  };
}

const idsIn = (content: Content): string[] => [
  ...new Set(Object.values(picturesIn(content)).map(({ id }) => id)),
];

/** The pictures of the content; those that do not exist are left out. */
export const picturesOf = (db: Db, content: Content): Promise<Picture[]> =>
  readPictures(db, idsIn(content));

/** Those of them that the site shows, or is about to: visitors do not get the others. */
export const shownPicturesOf = (db: Db, content: Content): Promise<Picture[]> =>
  readShownPictures(db, idsIn(content));

/** Throws validation_failed with the places of pictures that do not exist. */
async function requirePictures(tx: Tx, content: Content): Promise<void> {
  const pictureIds = new Set((await picturesOf(tx, content)).map(({ id }) => id));
  const details = Object.entries(picturesIn(content))
    .filter(([, { id }]) => !pictureIds.has(id))
    .map(([path]) => ({
      field: `${path}.id`,
      message: 'This picture is no longer stored. Please upload it again',
    }));
  if (details.length > 0) throw new Refusal('validation_failed', { details });
}

/**
 * Records what the draft uses, once its row is locked: nothing is removed meanwhile. Throws
 * validation_failed.
 */
export async function recordDraftPictures(tx: Tx, content: Content): Promise<void> {
  await requirePictures(tx, content);
  await tx.deleteFrom('draft_pictures').execute();
  const rows = idsIn(content).map((picture_id) => ({ picture_id }));
  if (rows.length > 0) await tx.insertInto('draft_pictures').values(rows).execute();
}

/** Records what a version uses, as its draft did. */
export async function recordVersionPictures(tx: Tx, version: number, content: Content) {
  const rows = idsIn(content).map((picture_id) => ({ picture_id, version }));
  if (rows.length > 0) await tx.insertInto('version_pictures').values(rows).execute();
}

// The draft and the published versions as the editor sees them.
import { Refusal } from '../../domain/errors.ts';
import {
  type Content,
  contentParts,
  contentSchema,
  samplePartsOf,
} from '../../domain/site/content.ts';
import type { Site, SiteVersion } from '../../domain/site/site.ts';
import { toIso } from '../../domain/time.ts';
import type { Db } from '../engine/database.ts';
import { picturesOf, readVersion, type SiteWords } from './words.ts';

/** Published versions of the site's words in their list; any can be restored by its number. */
const MAX_VERSIONS_LISTED = 200;

/** Published versions, newest first, without their words. */
const versionsOf = (db: Db) =>
  db
    .selectFrom('site_versions')
    .innerJoin('admins', 'admins.id', 'published_by')
    .select(['version', 'published_at', 'admins.name as by', 'note'])
    .orderBy('version', 'desc');

export async function listVersions(db: Db): Promise<SiteVersion[]> {
  const rows = await versionsOf(db).limit(MAX_VERSIONS_LISTED).execute();
  return rows.map(({ published_at, ...row }) => ({ ...row, published_at: toIso(published_at) }));
}

/**
 * Stored words as this release accepts them: each part that it rejects is replaced by the shipped
 * one.
 */
function mend(stored: unknown, shipped: Content): { content: Content; replaced: Site['replaced'] } {
  const parts: Readonly<Record<string, unknown>> = { ...(stored as object) };
  const replaced = contentParts.filter(
    (part) => !contentSchema.shape[part].safeParse(parts[part]).success,
  );
  const own = Object.fromEntries(replaced.map((part) => [part, shipped[part]]));
  return { content: contentSchema.parse({ ...parts, ...own }), replaced };
}

/** The words of a version as this release accepts them. Throws version_not_found. */
export async function readMendedVersion(
  db: Db,
  version: number,
  { shipped }: SiteWords,
): Promise<Content> {
  const stored = version === 0 ? shipped : await readVersion(db, version);
  if (stored === undefined) throw new Refusal('version_not_found');
  return mend(stored, shipped).content;
}

/** `isRendered`: whether the pages of this process say the published words. */
export async function readSite(db: Db, words: SiteWords, isRendered: boolean): Promise<Site> {
  const { version, content: current, faults } = await words.current(db);
  const [published, draft] = await Promise.all([
    versionsOf(db).limit(1).executeTakeFirst(),
    db
      .selectFrom('site_draft')
      .select(['content', 'revision', 'saved_at'])
      .executeTakeFirstOrThrow(),
  ]);
  const { content, replaced } =
    draft.content === null
      ? { content: current, replaced: [] }
      : mend(JSON.parse(draft.content), words.shipped);
  return {
    draft: {
      content,
      revision: draft.revision,
      saved_at: draft.saved_at === null ? null : toIso(draft.saved_at),
    },
    pictures: await picturesOf(db, content),
    published:
      published === undefined
        ? null
        : {
            version: published.version,
            published_at: toIso(published.published_at),
            by: published.by,
          },
    samples: words.shipped.site.sampleNotice === '' ? [] : samplePartsOf(content, words.shipped),
    replaced,
    not_shown:
      faults === null && isRendered
        ? null
        : { version, faults: faults === null ? [] : [...faults] },
  };
}

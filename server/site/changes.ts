// Saves, publishes and restores the words of the site. The row of the draft is guarded by its
// revision, and locked first by everything that publishes, so that versions have no gaps.
import { Refusal } from '../../domain/errors.ts';
import { type Content, isSameContent, missingDescriptions } from '../../domain/site/content.ts';
import { recordActivity } from '../activity/activities.ts';
import { type Context, transact, type Work } from '../engine/context.ts';
import type { Db } from '../engine/database.ts';
import type { AdminActor } from '../sessions/sessions.ts';
import {
  recordDraftPictures,
  recordVersionPictures,
  isContent,
  latestVersion,
  readContent,
  readVersion,
  type SiteWords,
} from './words.ts';

interface StoredDraft {
  readonly content: Content;
  readonly revision: number;
}

const readDraft = (db: Db) =>
  db.selectFrom('site_draft').select(['content', 'revision']).executeTakeFirstOrThrow();

/** Replaces the draft if it still has the given revision, or whatever it has without one. */
function replaceDraft(context: Context<AdminActor>, stored: unknown, revision: number | undefined) {
  return transact(context, async ({ tx, now }) => {
    const { numUpdatedRows } = await tx
      .updateTable('site_draft')
      .set((eb) => ({
        content: JSON.stringify(stored),
        revision: eb('revision', '+', 1),
        saved_at: now,
      }))
      .$if(revision !== undefined, (query) => query.where('revision', '=', revision ?? 0))
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) return false;
    const content = readContent(stored);
    // This release cannot show invalid content, so it has no pictures to record.
    if (isContent(content)) await recordDraftPictures(tx, content);
    return true;
  });
}

/** Throws draft_changed if the draft no longer has this revision. */
export async function saveDraft(context: Context<AdminActor>, { content, revision }: StoredDraft) {
  if (await replaceDraft(context, content, revision)) return;
  const draft = await readDraft(context.database.db);
  // The same call again, because its answer was lost.
  if (draft.revision !== revision + 1 || draft.content !== JSON.stringify(content))
    throw new Refusal('draft_changed');
}

/** Makes a version the draft. Throws version_not_found and draft_changed. */
export async function restoreVersion(
  context: Context<AdminActor>,
  { version, revision }: { version: number; revision: number | undefined },
  { shipped }: SiteWords,
): Promise<void> {
  const stored = version === 0 ? shipped : await readVersion(context.database.db, version);
  if (stored === undefined) throw new Refusal('version_not_found');
  if (!(await replaceDraft(context, stored, revision))) throw new Refusal('draft_changed');
}

interface Publication {
  readonly revision: number;
  readonly note?: string | undefined;
}

/**
 * Publishes the draft, once `render` has rendered every page with it. Publishing what is published
 * changes nothing. Throws draft_changed, validation_failed and whatever `render` throws.
 */
export async function publishDraft(
  context: Context<AdminActor>,
  { revision, note }: Publication,
  words: SiteWords,
  render: (content: Content) => Promise<void>,
): Promise<void> {
  const draft = await readDraft(context.database.db);
  if (draft.revision !== revision) throw new Refusal('draft_changed');
  // Nothing was ever saved, so nothing but the shipped words can be published.
  if (draft.content === null) return;
  const content = readContent(JSON.parse(draft.content));
  if (!isContent(content)) throw new Refusal('validation_failed', { details: content });
  const missing = missingDescriptions(content);
  if (missing.length > 0) throw new Refusal('validation_failed', { details: missing });
  const current = await words.current(context.database.db);
  if (current.faults === null && isSameContent(current.content, content)) return;
  await render(content);
  await transact(context, (work) => publish(work, { content, revision, note }, words));
}

async function publish(
  work: Work<AdminActor>,
  { content, revision, note }: StoredDraft & Pick<Publication, 'note'>,
  words: SiteWords,
): Promise<void> {
  const { tx, now, actor } = work;
  const { numUpdatedRows } = await tx
    .updateTable('site_draft')
    // A write that changes nothing: it locks the draft until the commit.
    .set({ revision })
    .where('revision', '=', revision)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) throw new Refusal('draft_changed');
  // A statement of its own, so that it sees what was committed before the lock.
  const latest = await latestVersion.first(tx, {});
  const published = latest === undefined ? words.shipped : await readVersion(tx, latest.version);
  const read = readContent(published);
  if (isContent(read) && isSameContent(read, content)) return;
  const version = (latest?.version ?? 0) + 1;
  await tx
    .insertInto('site_versions')
    .values({
      version,
      content: JSON.stringify(content),
      note: note ?? null,
      published_at: now,
      published_by: actor.id,
    })
    .execute();
  await recordVersionPictures(tx, version, content);
  await recordActivity(work, {
    adminId: actor.id,
    kind: 'site_published',
    detail: `Version ${version}`,
  });
}

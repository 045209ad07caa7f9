// The tutor's settings.
import * as z from 'zod';

import type { Course } from '../../domain/course.ts';
import type { FreeLessonMode } from '../../domain/next-lesson.ts';
import {
  type ChatLinks,
  chatLinksSchema,
  DEFAULT_GREETING,
  NO_CHAT_LINKS,
  type ReplyTemplate,
  replyTemplateSchema,
  type Settings,
  type SettingsChanges,
  SHIPPED_TEMPLATES,
} from '../../domain/settings.ts';
import type { AdminActor } from '../auth/sessions.ts';
import { recordActivity } from '../activity/activities.ts';
import { type Context, transact, type Work } from '../engine/context.ts';
import type { Db } from '../engine/database.ts';

const columns = [
  'invite_automatically',
  'reply_templates',
  'daily_summary',
  'greeting',
  'chat_links',
  'free_lesson',
  'free_spots_per_lesson',
] as const;
const storedTemplates = z.array(replyTemplateSchema);

function toSettings(row: {
  readonly invite_automatically: number;
  readonly reply_templates: string | null;
  readonly daily_summary: number;
  readonly greeting: string | null;
  readonly chat_links: string | null;
  readonly free_lesson: FreeLessonMode;
  readonly free_spots_per_lesson: number;
}): Settings {
  const templates: readonly ReplyTemplate[] =
    row.reply_templates === null
      ? SHIPPED_TEMPLATES
      : storedTemplates.parse(JSON.parse(row.reply_templates));
  return {
    invite_automatically: row.invite_automatically === 1,
    reply_templates: [...templates],
    daily_summary: row.daily_summary === 1,
    greeting: row.greeting ?? DEFAULT_GREETING,
    chat_links: readChatLinks(row.chat_links),
    free_lesson: row.free_lesson,
    free_spots_per_lesson: row.free_spots_per_lesson,
  };
}

const readChatLinks = (stored: string | null): ChatLinks =>
  stored === null ? NO_CHAT_LINKS : chatLinksSchema.parse(JSON.parse(stored));

/** The group chat of a course; null without one. */
export async function readChatLink(db: Db, course: Course): Promise<string | null> {
  const { chat_links } = await db
    .selectFrom('settings')
    .select('chat_links')
    .executeTakeFirstOrThrow();
  return readChatLinks(chat_links)[course];
}

export async function readSettings(db: Db): Promise<Settings> {
  return toSettings(await db.selectFrom('settings').select(columns).executeTakeFirstOrThrow());
}

/** Reads and locks the settings until the commit. */
export async function lockSettings({ tx }: Work): Promise<Settings> {
  const row = await tx
    .updateTable('settings')
    // A write that changes nothing.
    .set((eb) => ({ invite_automatically: eb.ref('invite_automatically') }))
    .returning(columns)
    .executeTakeFirstOrThrow();
  return toSettings(row);
}

/** Changes only the given settings. */
export async function changeSettings(
  context: Context<AdminActor>,
  {
    invite_automatically,
    reply_templates,
    daily_summary,
    greeting,
    chat_links,
    free_lesson,
    free_spots_per_lesson,
  }: SettingsChanges,
): Promise<Settings> {
  return transact(context, async (work) => {
    await work.tx
      .updateTable('settings')
      .set((eb) => ({
        invite_automatically:
          invite_automatically === undefined
            ? eb.ref('invite_automatically')
            : eb.val(Number(invite_automatically)),
        reply_templates:
          reply_templates === undefined
            ? eb.ref('reply_templates')
            : eb.val(JSON.stringify(reply_templates)),
        daily_summary:
          daily_summary === undefined ? eb.ref('daily_summary') : eb.val(Number(daily_summary)),
        greeting: greeting === undefined ? eb.ref('greeting') : eb.val(greeting),
        chat_links:
          chat_links === undefined ? eb.ref('chat_links') : eb.val(JSON.stringify(chat_links)),
        free_lesson: free_lesson === undefined ? eb.ref('free_lesson') : eb.val(free_lesson),
        free_spots_per_lesson:
          free_spots_per_lesson === undefined
            ? eb.ref('free_spots_per_lesson')
            : eb.val(free_spots_per_lesson),
      }))
      .execute();
    const settings = await readSettings(work.tx);
    await recordActivity(work, {
      adminId: work.actor.id,
      kind: 'settings_changed',
      detail: `${settings.reply_templates.length} reply templates, automatic invitations ${onOrOff(settings.invite_automatically)}, daily summary ${onOrOff(settings.daily_summary)}, free first lesson ${settings.free_lesson === 'at_once' ? `at once, ${settings.free_spots_per_lesson} for each lesson` : 'on request'}`,
    });
    return settings;
  });
}

const onOrOff = (isOn: boolean) => (isOn ? 'on' : 'off');

/** Whether this morning, a UK date, has been claimed. */
export async function isMorningTaken(db: Db, date: string): Promise<boolean> {
  const { summary_sent_on } = await db
    .selectFrom('settings')
    .select('summary_sent_on')
    .executeTakeFirstOrThrow();
  return summary_sent_on !== null && summary_sent_on >= date;
}

/**
 * Claims a morning, a UK date, for its daily summary; null if any process has claimed it already.
 * The summary is queued in the same transaction, so that only one of two processes sends it and a
 * crash leaves the morning unclaimed.
 */
export async function takeMorning(
  { tx }: Work,
  date: string,
): Promise<{ isWanted: boolean } | null> {
  const taken = await tx
    .updateTable('settings')
    .set({ summary_sent_on: date })
    .where((eb) => eb.or([eb('summary_sent_on', 'is', null), eb('summary_sent_on', '<', date)]))
    .returning('daily_summary')
    .executeTakeFirst();
  return taken === undefined ? null : { isWanted: taken.daily_summary === 1 };
}

// The tutor's settings.
import * as z from 'zod';

import {
  DEFAULT_GREETING,
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

const columns = ['invite_automatically', 'reply_templates', 'daily_summary', 'greeting'] as const;
const storedTemplates = z.array(replyTemplateSchema);

function toSettings(row: {
  readonly invite_automatically: number;
  readonly reply_templates: string | null;
  readonly daily_summary: number;
  readonly greeting: string | null;
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
  };
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
  { invite_automatically, reply_templates, daily_summary, greeting }: SettingsChanges,
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
      }))
      .execute();
    const settings = await readSettings(work.tx);
    await recordActivity(work, {
      adminId: work.actor.id,
      kind: 'settings_changed',
      detail: `${settings.reply_templates.length} reply templates, automatic invitations ${onOrOff(settings.invite_automatically)}, daily summary ${onOrOff(settings.daily_summary)}`,
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

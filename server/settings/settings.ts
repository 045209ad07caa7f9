// The tutor's settings: JSON, validated by their schema. A new setting is a line of that schema,
// its default and its form.
import { isDeepStrictEqual } from 'node:util';

import { spokenHours, weekdayName } from '../../domain/business-words.ts';
import type { Business } from '../../domain/business.ts';
import { Refusal } from '../../domain/errors.ts';
import { creditCount, formatMoney } from '../../domain/payments/credits.ts';
import { shortTime } from '../../domain/time.ts';
import {
  overridesFrom,
  type Settings,
  type SettingsChanges,
  settingsFrom,
} from '../../domain/tutor/settings.ts';
import { recordActivity } from '../activity/activities.ts';
import { type Context, transact, type Work } from '../engine/context.ts';
import type { Db } from '../engine/database.ts';
import { prepare } from '../engine/prepared.ts';
import type { AdminActor } from '../sessions/sessions.ts';

const storedOverrides = prepare((db) => db.selectFrom('settings').select('overrides'));

async function readStored(db: Db): Promise<string> {
  const row = await storedOverrides.first(db, {});
  if (row === undefined) throw new Error('the settings have no row');
  return row.overrides;
}

/** All settings, without a lock. */
export const readSettings = async (db: Db): Promise<Settings> => settingsFrom(await readStored(db));

/** Only the settings that the tutor has set. */
export const readOverrides = async (db: Db) => overridesFrom(await readStored(db));

async function lockStored({ tx }: Work): Promise<string> {
  const { overrides } = await tx
    .updateTable('settings')
    // A write that changes nothing.
    .set((eb) => ({ overrides: eb.ref('overrides') }))
    .returning('overrides')
    .executeTakeFirstOrThrow();
  return overrides;
}

/** Reads and locks the settings until the commit. */
export const lockSettings = async (work: Work): Promise<Settings> =>
  settingsFrom(await lockStored(work));

/**
 * Changes only the given settings. With `business_before` or `reply_templates_before`, throws
 * settings_changed unless the stored ones are these, or already the given ones: a call is sent
 * again when its answer was lost.
 */
export async function changeSettings(
  context: Context<AdminActor>,
  { business_before, reply_templates_before, chat_links, retention, ...changes }: SettingsChanges,
): Promise<Settings> {
  return transact(context, async (work) => {
    const stored = await lockStored(work);
    const before = settingsFrom(stored);
    requireSame(before.business, business_before, changes.business);
    requireSame(before.reply_templates, reply_templates_before, changes.reply_templates);
    const overrides = JSON.stringify({
      ...overridesFrom(stored),
      ...changes,
      ...(chat_links && { chat_links: { ...before.chat_links, ...chat_links } }),
      ...(retention && { retention: { ...before.retention, ...retention } }),
    });
    await work.tx.updateTable('settings').set({ overrides }).execute();
    const settings = settingsFrom(overrides);
    await recordActivity(work, {
      adminId: work.actor.id,
      kind: 'settings_changed',
      detail:
        changes.business === undefined ? describe(settings) : describeBusiness(changes.business),
    });
    return settings;
  });
}

/** Throws settings_changed unless the setting is as before, where that is given, or as next. */
function requireSame<Setting>(stored: Setting, before?: Setting, next?: Setting): void {
  const isSame = [before ?? stored, next].some((one) => isDeepStrictEqual(stored, one));
  if (!isSame) throw new Refusal('settings_changed');
}

const onOrOff = (isOn: boolean) => (isOn ? 'on' : 'off');

/** What the log says after a change: a part for each setting. */
const descriptions: Record<keyof Omit<Settings, 'business'>, (settings: Settings) => string> = {
  reply_templates: (settings) => `${settings.reply_templates.length} reply templates`,
  invite_automatically: (settings) =>
    `automatic invitations ${onOrOff(settings.invite_automatically)}`,
  daily_summary: (settings) => `daily summary ${onOrOff(settings.daily_summary)}`,
  letters: (settings) => `letters after lessons ${onOrOff(settings.letters)}`,
  greeting: ({ greeting }) => `greeting "${greeting}"`,
  chat_links: ({ chat_links: links }) =>
    `group chats of ${Object.values(links).filter((link) => link !== null).length} courses`,
  free_lesson: (settings) =>
    `free first lesson ${settings.free_lesson === 'at_once' ? 'at once' : 'on request'}`,
  free_spots_per_lesson: (settings) =>
    `${settings.free_spots_per_lesson} free spots for each lesson`,
  promotion_codes: (settings) => `promotion codes ${onOrOff(settings.promotion_codes)}`,
  accounting_quarters: (settings) => `${settings.accounting_quarters} quarters`,
  retention: ({ retention: { enquiries_months: months, invoices_years: years } }) =>
    `enquiries stay ${months} months and records ${years} years`,
};

const describe = (settings: Settings): string =>
  Object.values(descriptions)
    .map((of) => of(settings))
    .join(', ');

/** Everything that was saved, so that the log has what a later change replaces. */
const describeBusiness = ({
  packages,
  usual_times,
  default_max_students,
  default_meeting_link,
  response_hours,
}: Business): string =>
  [
    packages
      .map(
        ({ name, credits, price_pence }) =>
          `${name} (${creditCount(credits)}) ${formatMoney(price_pence)}`,
      )
      .join(', '),
    usual_times.map(({ weekday, time }) => `${weekdayName(weekday)} ${shortTime(time)}`).join(', '),
    `up to ${default_max_students} students`,
    default_meeting_link ?? 'no meeting link',
    `answers within ${spokenHours(response_hours)}`,
  ].join('; ');

// The tutor's settings.
import * as z from 'zod';

import { spokenHours, weekdayName } from '../../domain/business-words.ts';
import type { Business } from '../../domain/business.ts';
import type { Course } from '../../domain/course.ts';
import { Refusal } from '../../domain/errors.ts';
import type { FreeLessonMode } from '../../domain/lessons/next-lesson.ts';
import { creditCount, formatMoney } from '../../domain/payments/credits.ts';
import { shortTime } from '../../domain/time.ts';
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
} from '../../domain/tutor/settings.ts';
import { recordActivity } from '../activity/activities.ts';
import { type Context, transact, type Work } from '../engine/context.ts';
import type { Db } from '../engine/database.ts';
import type { AdminActor } from '../sessions/sessions.ts';
import { storedText, textOf, toBusiness } from './business.ts';

const columns = [
  'invite_automatically',
  'reply_templates',
  'daily_summary',
  'greeting',
  'chat_links',
  'free_lesson',
  'free_spots_per_lesson',
  'business',
  'promotion_codes',
  'enquiries_months',
  'invoices_years',
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
  readonly business: string | null;
  readonly promotion_codes: number;
  readonly enquiries_months: number;
  readonly invoices_years: number;
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
    business: toBusiness(row.business),
    promotion_codes: row.promotion_codes === 1,
    retention: { enquiries_months: row.enquiries_months, invoices_years: row.invoices_years },
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

/** Whether checkouts that begin now accept promotion codes. */
export async function acceptsPromotionCodes(db: Db): Promise<boolean> {
  const { promotion_codes } = await db
    .selectFrom('settings')
    .select('promotion_codes')
    .executeTakeFirstOrThrow();
  return promotion_codes === 1;
}

/** All settings of the tutor, without a lock; the table always has one row. */
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

/**
 * Changes only the given settings. With `business_before`, throws settings_changed if the business
 * settings are no longer these.
 */
export async function changeSettings(
  context: Context<AdminActor>,
  { business_before, ...changes }: SettingsChanges,
): Promise<Settings> {
  const written = columnsOf(changes);
  return transact(context, async (work) => {
    const { numUpdatedRows } = await work.tx
      .updateTable('settings')
      // The first assignment changes nothing, so that a change of no setting is an update too.
      .set((eb) => ({ invite_automatically: eb.ref('invite_automatically'), ...written }))
      .$if(business_before !== undefined, (query) =>
        query.where((eb) =>
          eb(
            eb.fn.coalesce('business', eb.val(storedText(null))),
            '=',
            business_before === undefined ? '' : textOf(business_before),
          ),
        ),
      )
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) throw new Refusal('settings_changed');
    const settings = await readSettings(work.tx);
    await recordActivity(work, {
      adminId: work.actor.id,
      kind: 'settings_changed',
      detail:
        changes.business === undefined ? describe(settings) : describeBusiness(changes.business),
    });
    return settings;
  });
}

/** The columns that these changes write. */
function columnsOf({
  invite_automatically,
  reply_templates,
  daily_summary,
  chat_links,
  business,
  promotion_codes,
  retention,
  ...others
}: Omit<SettingsChanges, 'business_before'>) {
  return {
    ...others,
    ...retention,
    ...(invite_automatically === undefined
      ? {}
      : { invite_automatically: Number(invite_automatically) }),
    ...(daily_summary === undefined ? {} : { daily_summary: Number(daily_summary) }),
    ...(promotion_codes === undefined ? {} : { promotion_codes: Number(promotion_codes) }),
    ...(reply_templates === undefined ? {} : { reply_templates: JSON.stringify(reply_templates) }),
    ...(chat_links === undefined ? {} : { chat_links: JSON.stringify(chat_links) }),
    ...(business === undefined ? {} : { business: textOf(business) }),
  };
}

const onOrOff = (isOn: boolean) => (isOn ? 'on' : 'off');

const describe = (settings: Settings): string =>
  `${settings.reply_templates.length} reply templates, automatic invitations ${onOrOff(settings.invite_automatically)}, daily summary ${onOrOff(settings.daily_summary)}, free first lesson ${settings.free_lesson === 'at_once' ? `at once, ${settings.free_spots_per_lesson} for each lesson` : 'on request'}, promotion codes ${onOrOff(settings.promotion_codes)}, enquiries stay ${settings.retention.enquiries_months} months and records ${settings.retention.invoices_years} years`;

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

// The funnel: counts how many enquiries reached each step, up to the first payment.
import { sql } from 'kysely';

import { type Funnel, FUNNEL_DAYS } from '../../domain/enquiries/enquiry-list.ts';
import { lastEndedStart } from '../../domain/lessons/lesson.ts';
import { DAY_MS, HOUR_MS } from '../../domain/time.ts';
import type { Db } from '../engine/database.ts';

/**
 * How many enquiries of the last 30 and 90 days reached each step; `now` is epoch milliseconds.
 */
export async function readFunnel(db: Db, now: number): Promise<Funnel[]> {
  const funnel: Funnel[] = [];
  for (const days of FUNNEL_DAYS)
    funnel.push({ days, ...(await countSince(db, now - days * DAY_MS, now)) });
  return funnel;
}

function countSince(db: Db, since: number, now: number): Promise<Omit<Funnel, 'days'>> {
  const attended = sql<boolean>`exists (
    select 1 from bookings join lessons on lessons.id = bookings.lesson_id
    where bookings.family_id = enquiries.family_id and cancelled_at is null and absent_at is null
      and starts_at <= ${lastEndedStart(now)})`;
  const purchased = sql<boolean>`exists (
    select 1 from credit_ledger where credit_ledger.family_id = enquiries.family_id and kind = 'purchase')`;
  return db
    .selectFrom('enquiries')
    .select(({ fn, eb }) => [
      fn.countAll<number>().as('enquiries'),
      fn
        .countAll<number>()
        .filterWhere('answered_at', '<=', eb('created_at', '+', eb('answer_hours', '*', HOUR_MS)))
        .as('answered_in_time'),
      fn.countAll<number>().filterWhere('invited_at', 'is not', null).as('invited'),
      fn.countAll<number>().filterWhere('status', '=', 'joined').as('joined'),
      fn.countAll<number>().filterWhere(attended).as('attended'),
      fn.countAll<number>().filterWhere(purchased).as('purchased'),
    ])
    .where('created_at', '>=', since)
    .executeTakeFirstOrThrow();
}

// What must hold in the database at any moment between two transactions, asked in SQL.
import { sql } from 'kysely';

import type { Db } from '../db/index.ts';

/** Each query finds the rows that break the rule of its name. */
const rules = {
  'no lesson holds more than it has room for': sql`
    select id from lessons where booked < 0 or booked > max_students`,
  'the spots taken are the live bookings': sql`
    select l.id from lessons l where l.deleted_at is null and l.booked <>
      (select count(*) from bookings b where b.lesson_id = l.id and b.cancelled_at is null)`,
  'a lesson deleted before its start has no live booking': sql`
    select b.id from bookings b join lessons l on l.id = b.lesson_id
    where b.cancelled_at is null and l.deleted_at < l.starts_at`,
  'an account that was left has nothing booked ahead': sql`
    select b.id from bookings b join students s on s.id = b.student_id join lessons l on l.id = b.lesson_id
    where b.cancelled_at is null and l.deleted_at is null and s.deleted_at < l.starts_at`,
  'nobody holds two live bookings for one lesson': sql`
    select student_id from bookings where cancelled_at is null group by student_id, lesson_id having count(*) > 1`,
  'no balance is below 0': sql`
    select student_id from balances where credits < 0`,
  'every balance is the sum of its ledger': sql`
    select b.student_id from balances b where b.credits <>
      (select coalesce(sum(amount), 0) from credit_ledger g where g.student_id = b.student_id)`,
  'every student has a balance': sql`
    select id from students where id not in (select student_id from balances)`,
  'the ledger has no gaps': sql`
    select student_id from credit_ledger group by student_id having count(*) <> max(seq) or min(seq) <> 1`,
  'every booking was paid for once': sql`
    select b.id from bookings b where 1 <>
      (select count(*) from credit_ledger g where g.booking_id = b.id and g.kind = 'booking' and g.amount = -1)`,
  'a cancelled booking, and no other, was refunded once': sql`
    select b.id from bookings b where (case when b.cancelled_at is null then 0 else 1 end) <>
      (select count(*) from credit_ledger g where g.booking_id = b.id and g.kind = 'refund' and g.amount = 1)`,
  'a paid purchase, and no other, was granted once': sql`
    select p.id from purchases p where (case when p.status in ('paid', 'refunded') then 1 else 0 end) <>
      (select count(*) from credit_ledger g where g.purchase_id = p.id and g.kind = 'purchase' and g.amount = p.credits)`,
  'no more is taken back than was refunded': sql`
    select p.id from purchases p where p.reversed_credits <
      (select coalesce(-sum(amount), 0) from credit_ledger g where g.purchase_id = p.id and g.kind = 'reversal')`,
  // The mails of an account are forgotten with it.
  'every booking was confirmed by mail': sql`
    select b.id from bookings b join students s on s.id = b.student_id where s.deleted_at is null
      and not exists (select 1 from mails m where m.cause = 'booked:' || b.id)`,
  'every grant has its receipt': sql`
    select g.purchase_id from credit_ledger g join students s on s.id = g.student_id
    where g.kind = 'purchase' and s.deleted_at is null
      and not exists (select 1 from mails m where m.cause = 'receipt:' || g.purchase_id)`,
  'every enquiry was answered by mail': sql`
    select e.id from enquiries e where not exists (select 1 from mails m where m.cause = 'enquiry:' || e.id)`,
} as const;

/** The broken rules, each with how many rows break it; empty when all is well. */
export async function brokenInvariants(db: Db): Promise<string[]> {
  const broken: string[] = [];
  for (const [rule, query] of Object.entries(rules)) {
    const { rows } = await query.execute(db);
    if (rows.length > 0) broken.push(`${rule}: ${rows.length}`);
  }
  return broken;
}

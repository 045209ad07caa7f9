// What must hold in the database at any moment between two transactions, asked in SQL.
import { sql } from 'kysely';

import type { Db } from '../engine/database.ts';

/** What refunds and lost disputes of a purchase `p` have returned. */
const moneyBack = sql`(p.refunded_amount
  + (select coalesce(sum(d.amount), 0) from disputes d where d.payment_id = p.id and d.status = 'lost'))`;

/** Each query finds the rows that break the rule of its name. */
const rules = {
  'no lesson holds more than it has room for': sql`
    select id from lessons where booked < 0 or reserved < 0 or booked + reserved > max_students`,
  'the spots kept are those of payments': sql`
    select l.id from lessons l where l.deleted_at is null and l.reserved <>
      (select count(*) from payment_lessons p where p.lesson_id = l.id and p.is_reserved = 1)`,
  'what is kept has an end': sql`
    select p.payment_id from payment_lessons p join payments on payments.id = p.payment_id
    where p.is_reserved = 1 and payments.reserved_until is null`,
  'only a payment under way keeps a spot': sql`
    select p.payment_id from payment_lessons p join payments on payments.id = p.payment_id
    where p.is_reserved = 1 and payments.status <> 'pending'`,
  'a lesson that was deleted keeps no spot': sql`
    select p.payment_id from payment_lessons p join lessons l on l.id = p.lesson_id
    where p.is_reserved = 1 and l.deleted_at is not null`,
  'a family that has left keeps no spot': sql`
    select p.payment_id from payment_lessons p join families f on f.id = p.family_id
    where p.is_reserved = 1 and f.deleted_at is not null`,
  'what was bought for a lesson was booked for its student': sql`
    select p.payment_id from payment_lessons p join bookings b on b.id = p.booking_id
    where b.lesson_id <> p.lesson_id or b.student_id <> p.student_id`,
  'the spots taken are the live bookings': sql`
    select l.id from lessons l where l.deleted_at is null and l.booked <>
      (select count(*) from bookings b where b.lesson_id = l.id and b.cancelled_at is null)`,
  'a lesson deleted before its start has no live booking': sql`
    select b.id from bookings b join lessons l on l.id = b.lesson_id
    where b.cancelled_at is null and l.deleted_at < l.starts_at`,
  'a family that has left has nothing booked ahead': sql`
    select b.id from bookings b join families s on s.id = b.family_id join lessons l on l.id = b.lesson_id
    where b.cancelled_at is null and l.deleted_at is null and s.deleted_at < l.starts_at`,
  'each live booking of a student who is there has a door, and no other has': sql`
    select b.id from bookings b join students s on s.id = b.student_id join lessons l on l.id = b.lesson_id
    where (b.join_token is not null) <> (b.cancelled_at is null and l.deleted_at is null and s.removed_at is null)`,
  'whoever came in found the door open': sql`
    select b.id from bookings b join lessons l on l.id = b.lesson_id
    where b.cancelled_at is null and l.deleted_at is null
      and (b.joined_at < l.starts_at - 900000 or b.joined_at >= l.starts_at + 3600000)`,
  'nobody holds two live bookings for one lesson': sql`
    select student_id from bookings where cancelled_at is null group by student_id, lesson_id having count(*) > 1`,
  'an email to a person is one of their family': sql`
    select id from emails where person_id is not null and family_id is null`,
  'the line of a lesson is counted': sql`
    select l.id from lessons l where l.waiting <> (select count(*) from waiting_list_entries w where w.lesson_id = l.id)`,
  'nobody waits for a lesson that they have booked': sql`
    select w.student_id from waiting_list_entries w join bookings b on b.lesson_id = w.lesson_id
      and b.student_id = w.student_id where b.cancelled_at is null`,
  'nobody waits who has left, or for a lesson that was deleted': sql`
    select w.student_id from waiting_list_entries w join students s on s.id = w.student_id
      join lessons l on l.id = w.lesson_id where s.removed_at is not null or l.deleted_at is not null`,
  'what a student waits for alone rests on the right to book': sql`
    select w.student_id from waiting_list_entries w join students s on s.id = w.student_id
    where w.joined_by_student = 1 and s.may_book = 0`,
  // Whoever is in the line beside a free spot was passed over for want of a credit, or told that it
  // is open to all.
  'no spot is free beside somebody who could have had it': sql`
    select w.student_id from waiting_list_entries w join lessons l on l.id = w.lesson_id
    where l.booked + l.reserved < l.max_students and w.passed_over_at is null and w.opened_at is null`,
  'no balance is below 0': sql`
    select family_id from balances where credits < 0`,
  'every balance is the sum of its ledger': sql`
    select b.family_id from balances b where b.credits <>
      (select coalesce(sum(amount), 0) from credit_ledger g where g.family_id = b.family_id)`,
  'every family has a balance': sql`
    select id from families where id not in (select family_id from balances)`,
  'the first lesson is free once for each family': sql`
    select family_id from ledger_reasons where reason = 'Free first lesson' group by family_id having count(*) > 1`,
  'the ledger has no gaps': sql`
    select family_id from credit_ledger group by family_id having count(*) <> max(seq) or min(seq) <> 1`,
  'every booking was paid for once': sql`
    select b.id from bookings b where 1 <>
      (select count(*) from credit_ledger g where g.booking_id = b.id and g.kind = 'booking' and g.amount = -1)`,
  'a booking has cost one credit or returned it, never more': sql`
    select booking_id from credit_ledger where booking_id is not null
    group by booking_id having sum(amount) not in (-1, 0)`,
  'what a booking is said to cost is what its ledger shows': sql`
    select b.id from bookings b where b.charged <>
      (select coalesce(-sum(amount), 0) from credit_ledger g where g.booking_id = b.id)`,
  'a live booking whose student was not absent costs a credit, and no other': sql`
    select b.id from bookings b where b.charged <>
      (case when b.cancelled_at is null and b.absent_at is null then 1 else 0 end)`,
  'a paid purchase, and no other, was granted once': sql`
    select p.id from payments p where (case when p.status in ('paid', 'refunded') then 1 else 0 end) <>
      (select count(*) from credit_ledger g where g.payment_id = p.id and g.kind = 'purchase' and g.amount = p.credits)`,
  'a paid purchase, and no other, has an invoice': sql`
    select p.id from payments p where (case when p.status in ('paid', 'refunded') then 1 else 0 end) <>
      (select count(*) from invoices i where i.payment_id = p.id)`,
  'the invoices of a year are numbered without a gap': sql`
    select y.year from invoice_years y left join invoices i on i.year = y.year
    group by y.year, y.last having count(i.number) <> y.last or min(i.number) <> 1 or max(i.number) <> y.last`,
  'an invoice is of the moment in which its credits were granted': sql`
    select i.payment_id from invoices i join credit_ledger g on g.payment_id = i.payment_id
    where g.kind = 'purchase' and g.created_at <> i.issued_at`,
  'what is known of each refund adds up to all that was refunded': sql`
    select p.id from payments p where p.refunded_amount <>
      (select coalesce(max(r.total), 0) from payment_refunds r where r.payment_id = p.id)`,
  'what refunds stand for is taken back or still missing': sql`
    select p.id from payments p where p.reversed_credits <>
      (select coalesce(-sum(amount), 0) from credit_ledger g
        where g.family_id = p.family_id and g.payment_id = p.id and g.kind = 'reversal')
      + (select coalesce(sum(credits - taken), 0) from refund_shortfalls f where f.payment_id = p.id)`,
  'refunds stand for as many credits as the money that went back': sql`
    select p.id from payments p where p.reversed_credits <> (case
      when p.status not in ('paid', 'refunded') then 0
      when ${moneyBack} >= p.amount then p.credits
      else p.credits * ${moneyBack} / p.amount end)`,
  'a purchase is refunded once all of its money went back': sql`
    select p.id from payments p
    where (p.status = 'refunded') <> (p.status in ('paid', 'refunded') and ${moneyBack} >= p.amount)`,
  'a shortfall is owed by the one who bought': sql`
    select f.payment_id from refund_shortfalls f join payments p on p.id = f.payment_id
    where p.family_id <> f.family_id`,
  'while a refund is short, what comes back of earlier bookings goes towards a refund': sql`
    select g.family_id, g.seq from credit_ledger g join refund_shortfalls f on f.family_id = g.family_id
    where f.taken < f.credits and g.seq > f.after_entry and g.booking_id is not null and g.amount > 0
      and (select max(c.seq) from credit_ledger c
        where c.booking_id = g.booking_id and c.amount < 0 and c.seq < g.seq) <= f.after_entry
      and not exists (select 1 from credit_ledger r
        where r.family_id = g.family_id and r.seq = g.seq + 1 and r.kind = 'reversal')
      and not exists (select 1 from credit_ledger r join bookings moved on moved.id = r.booking_id
        where r.family_id = g.family_id and r.seq = g.seq + 1 and moved.paid_entry <= f.after_entry)`,
  'what a paid purchase or the tutor gave is in hand, in a booking or refunded': sql`
    select b.family_id from balances b where b.credits
      + (select coalesce(sum(charged), 0) from bookings k where k.family_id = b.family_id)
      <> (select coalesce(sum(p.credits - p.reversed_credits), 0) from payments p
        where p.family_id = b.family_id and p.status in ('paid', 'refunded'))
      + (select coalesce(sum(f.credits - f.taken), 0) from refund_shortfalls f
        where f.family_id = b.family_id and f.taken < f.credits)
      + (select coalesce(sum(g.amount), 0) from credit_ledger g
        where g.family_id = b.family_id and g.kind = 'adjustment' and g.booking_id is null)`,
  // The emails of an account are forgotten with it.
  'every booking was confirmed by mail': sql`
    select b.id from bookings b join families s on s.id = b.family_id where s.deleted_at is null
      and not exists (select 1 from emails m where m.thread = coalesce(b.thread, b.id) and (m.cause like 'booked:%' or m.cause like 'moved:%'))`,
  'every grant has its receipt': sql`
    select g.payment_id from credit_ledger g join families s on s.id = g.family_id
    where g.kind = 'purchase' and s.deleted_at is null
      and not exists (select 1 from emails m where m.cause = 'receipt:' || g.payment_id or m.cause like 'receipt:' || g.payment_id || ':%')`,
  'nobody of a family that has left can sign in': sql`
    select p.id from people p join families f on f.id = p.family_id where f.deleted_at is not null`,
  'a family that has left has no names': sql`
    select s.id from students s join families f on f.id = s.family_id
    where f.deleted_at is not null and (s.name <> 'Deleted account' or s.removed_at is null)`,
  'a family that has left has no words': sql`
    select r.family_id from ledger_reasons r join families f on f.id = r.family_id where f.deleted_at is not null`,
  'a family that has left has no email but its last': sql`
    select m.id from emails m join families f on f.id = m.family_id
    where f.deleted_at is not null and m.erased_once_sent = 0`,
  'a family that has not left has one or two parents': sql`
    select id from families where deleted_at is null
      and (select count(*) from people where family_id = families.id and role = 'parent') not between 1 and 2`,
  'a family that has not left has one to six students': sql`
    select id from families where deleted_at is null
      and (select count(*) from students where family_id = families.id and removed_at is null) not between 1 and 6`,
  'a student who was removed has no name': sql`
    select id from students where removed_at is not null
      and (name not in ('Removed student', 'Deleted account') or year_class is not null)`,
  'nobody signs in for a student who was removed': sql`
    select p.id from people p join students s on s.id = p.student_id where s.removed_at is not null`,
  'nobody is invited for a student who was removed': sql`
    select i.id from invitations i join students s on s.id = i.student_id where s.removed_at is not null`,
  'a student who was removed has no lesson ahead of then': sql`
    select b.id from bookings b join students s on s.id = b.student_id join lessons l on l.id = b.lesson_id
    where b.cancelled_at is null and l.deleted_at is null and l.starts_at > s.removed_at`,
  "a student's sign-in has the student's name": sql`
    select p.id from people p join students s on s.id = p.student_id where p.name <> s.name`,
  'every email of a person has that person': sql`
    select id from emails where person_id is not null and erased_once_sent = 0
      and person_id not in (select id from people)`,
  'a booking is for a student of the family that pays': sql`
    select b.id from bookings b join students s on s.id = b.student_id where s.family_id <> b.family_id`,
  'every enquiry was answered by mail': sql`
    select e.id from enquiries e where not exists (select 1 from emails m where m.cause = 'enquiry:' || e.id)`,
} as const;

const question = sql.join(
  Object.entries(rules).map(
    ([rule, query]) =>
      sql`select ${sql.lit(rule)} as rule, count(*) as found from (${query}) as broken`,
  ),
  sql` union all `,
);

/** The broken rules, each with how many rows break it; empty when all is well. */
export async function brokenInvariants(db: Db): Promise<string[]> {
  const { rows } = await sql<{ rule: string; found: number }>`${question}`.execute(db);
  return rows.filter(({ found }) => found > 0).map(({ rule, found }) => `${rule}: ${found}`);
}

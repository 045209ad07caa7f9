// The invariants of the database between any two transactions, as SQL queries.
import { sql } from 'kysely';

import type { Db } from '../../engine/database.ts';
import { erasedValues } from '../../people/columns.ts';
import { studentDefinition } from '../../people/definitions.ts';
import { storedRules } from '../../schema/stored-rules.ts';

/** A sum over the refunds of a payment `p`, and the money that it lost in disputes. */
const ofRefunds = (column: 'amount' | 'credits', condition: string) =>
  sql`(select coalesce(sum(r.${sql.ref(column)}), 0) from refunds r
    where r.payment_id = p.id and ${sql.raw(condition)})`;
const lost = sql`(select coalesce(sum(d.amount), 0) from disputes d
  where d.payment_id = p.id and d.status = 'lost')`;
/** The credits of its refunds made here, and a share for other returned money. */
const expectedBack = sql`(${ofRefunds('credits', "r.state <> 'failed'")} + p.credits
  * (${lost} + ${ofRefunds('amount', "r.state <> 'failed' and r.credits is null")}) / p.paid)`;

/** A student's column still has a value that erasure overwrites. */
const { name: _, ...erased } = erasedValues<'students'>(studentDefinition);
const isNotErased = sql.join(
  Object.entries(erased).map(
    ([column, value]) => sql`${sql.ref(column)} is distinct from ${sql.lit(value)}`,
  ),
  sql` or `,
);

/** Each query selects the rows that break its rule. Those of the product are in its schema. */
const rules = {
  ...Object.fromEntries(Object.entries(storedRules).map(([rule, query]) => [rule, sql.raw(query)])),
  'a deleted lesson has no reservation': sql`
    select p.payment_id from payment_lessons p join lessons l on l.id = p.lesson_id
    where p.is_reserved = 1 and l.deleted_at is not null`,
  'a family that has left has no reservation': sql`
    select p.payment_id from payment_lessons p join families f on f.id = p.family_id
    where p.is_reserved = 1 and f.deleted_at is not null`,
  'a paid lesson was booked for its student': sql`
    select p.payment_id from payment_lessons p join bookings b on b.id = p.booking_id
    where b.lesson_id <> p.lesson_id or b.student_id <> p.student_id`,
  'a family that has left has no future booking': sql`
    select b.id from bookings b join families s on s.id = b.family_id join lessons l on l.id = b.lesson_id
    where b.cancelled_at is null and l.deleted_at is null and l.moved_from is null and s.deleted_at < l.starts_at`,
  'exactly the active bookings of active students have a join link': sql`
    select b.id from bookings b join students s on s.id = b.student_id join lessons l on l.id = b.lesson_id
    where (b.join_token is not null) <> (b.cancelled_at is null and l.deleted_at is null and s.removed_at is null)`,
  // Or while it would have been for a lesson that was moved by less than its length.
  'lessons were joined only while the join link was open': sql`
    select b.id from bookings b join lessons l on l.id = b.lesson_id
    where b.cancelled_at is null and l.deleted_at is null
      and l.moved_from is null
      and (b.joined_at < l.starts_at - 4500000 or b.joined_at >= l.starts_at + 7200000)`,
  'an excuse link has done what it says': sql`
    select e.token from excuse_links e join bookings b on b.id = e.booking_id
    where (e.act in ('move', 'cancel') and b.cancelled_at is null) or (e.act = 'tell' and b.excused_at is null)`,
  'no removed student has an excuse link': sql`
    select e.token from excuse_links e join bookings b on b.id = e.booking_id
      join students s on s.id = b.student_id where s.removed_at is not null`,
  'an email to a person belongs to a family': sql`
    select id from emails where person_id is not null and family_id is null`,
  'no student waits for a lesson that they have booked': sql`
    select w.student_id from waiting_list_entries w join bookings b on b.lesson_id = w.lesson_id
      and b.student_id = w.student_id where b.cancelled_at is null`,
  'no removed student waits, and nobody waits for a deleted lesson': sql`
    select w.student_id from waiting_list_entries w join students s on s.id = w.student_id
      join lessons l on l.id = w.lesson_id where s.removed_at is not null or l.deleted_at is not null`,
  'entries created by a student require the right to book': sql`
    select w.student_id from waiting_list_entries w join students s on s.id = w.student_id
    where w.joined_by_student = 1 and s.may_book = 0`,
  // An entry next to an open spot was passed over for lack of credits or because of a clash, or the
  // family was told that the spot is open to all.
  'no spot is free that a waiting student could have taken': sql`
    select w.student_id from waiting_list_entries w join lessons l on l.id = w.lesson_id
    where l.booked + l.reserved < l.max_students and l.moved_from is null and w.passed_over_at is null and w.opened_at is null
      and w.clashed_at is null`,
  'the first lesson is free once for each family': sql`
    select family_id from ledger_reasons where reason in ('Free first lesson', 'Free first lesson withdrawn')
    group by family_id having sum(case reason when 'Free first lesson' then 1 else -1 end) not in (0, 1)`,
  'a family has one active free first lesson at most': sql`
    select family_id from bookings where cancelled_at is null and is_free_first = 1 group by family_id having count(*) > 1`,
  'a free first lesson was granted': sql`
    select b.id from bookings b join families f on f.id = b.family_id where b.is_free_first = 1 and f.deleted_at is null
      and not exists (select 1 from ledger_reasons r where r.family_id = b.family_id and r.reason = 'Free first lesson')`,
  'a grant that may be withdrawn is marked, and a withdrawn one is not': sql`
    select g.family_id from unconfirmed_grants g where (g.withdrawn_entry is null) <>
      exists (select 1 from once_marks m where m.kind = 'free_lesson' and m.mark = g.family_id)
      and not exists (select 1 from balances b where b.family_id = g.family_id and b.last_entry > g.withdrawn_entry)`,
  'a family that has left has no unconfirmed grant': sql`
    select g.family_id from unconfirmed_grants g join families f on f.id = g.family_id where f.deleted_at is not null`,
  'a booking without a credit has no ledger entry': sql`
    select b.id from bookings b join credit_ledger g on g.booking_id = b.id where b.paid_entry = 0`,
  'exactly the active bookings without an absence cost a credit': sql`
    select b.id from bookings b where b.cancelled_at is null and b.charged <>
      (case when coalesce(b.paid_entry, 1) <> 0 and b.absent_at is null then 1 else 0 end)`,
  // The activity log has the same instant as the cancellation, and no id of the booking.
  'exactly the bookings cancelled without a refund still cost a credit': sql`
    select min(b.id) from bookings b where b.cancelled_at is not null and coalesce(b.paid_entry, 1) <> 0
    group by b.lesson_id, b.student_id, b.cancelled_at
    having sum(b.charged) <> (select count(*) from activities a where a.kind = 'booking_cancelled'
      and a.lesson_id = b.lesson_id and a.student_id = b.student_id
      and a.created_at = b.cancelled_at and a.detail like '%credit not returned')`,
  'exactly the paid payments say what was paid': sql`
    select p.id from payments p where (p.status in ('paid', 'refunded')) <> (p.paid is not null)`,
  'only a checkout with promotion codes was paid with less': sql`
    select p.id from payments p where p.paid < p.amount and p.accepts_codes = 0`,
  'the invoice numbers of a year have no gaps': sql`
    select y.year from invoice_years y left join (
      select year, number from invoices union all select year, number from former_invoices) i on i.year = y.year
    group by y.year, y.last having count(i.number) <> y.last or min(i.number) <> 1 or max(i.number) <> y.last`,
  'an invoice is issued when its credits are granted': sql`
    select i.payment_id from invoices i join credit_ledger g on g.payment_id = i.payment_id
    where g.kind = 'purchase' and g.created_at <> i.issued_at`,
  'the refunds that the provider knows add up to the refunded amount': sql`
    select p.id from payments p where p.refunded_amount <> ${ofRefunds(
      'amount',
      "r.state <> 'failed' and (r.made_by = 'provider' or r.provider_id is not null)",
    )}`,
  'reversed credits were taken back or are a shortfall': sql`
    select p.id from payments p where p.reversed_credits <>
      (select coalesce(-sum(amount), 0) from credit_ledger g
        where g.family_id = p.family_id and g.payment_id = p.id and g.kind <> 'purchase')
      + (select coalesce(sum(credits - taken), 0) from refund_shortfalls f where f.payment_id = p.id)`,
  'the reversed credits match the returned money': sql`
    select p.id from payments p where p.reversed_credits <> (case
      when p.status not in ('paid', 'refunded') then 0
      when p.paid = 0 then 0
      when ${lost} + ${ofRefunds('amount', "r.state <> 'failed'")} >= p.paid then p.credits
      when ${expectedBack} > p.credits then p.credits
      else ${expectedBack} end)`,
  'a payment is refunded once all of its money was returned': sql`
    select p.id from payments p
    where (p.status = 'refunded') <> (p.status in ('paid', 'refunded') and p.paid > 0
      and ${lost} + ${ofRefunds('amount', "r.state = 'done'")} >= p.paid)`,
  'credits returned for earlier bookings go towards an open shortfall': sql`
    select g.family_id, g.seq from credit_ledger g join refund_shortfalls f on f.family_id = g.family_id
    where f.taken < f.credits and g.seq > f.after_entry and g.booking_id is not null and g.amount > 0
      and (select max(c.seq) from credit_ledger c
        where c.booking_id = g.booking_id and c.amount < 0 and c.seq < g.seq) <= f.after_entry
      and not exists (select 1 from credit_ledger r
        where r.family_id = g.family_id and r.seq = g.seq + 1 and r.kind = 'reversal')
      and not exists (select 1 from credit_ledger r join bookings moved on moved.id = r.booking_id
        where r.family_id = g.family_id and r.seq = g.seq + 1 and moved.paid_entry <= f.after_entry)`,
  'only a running comparison has facts': sql`
    select f.run from reconciliation_facts f left join reconciliation r on r.run = f.run where r.run is null`,
  'every compared payment matched or has a difference': sql`
    select id from reconciliation where matched <> compared - (select count(distinct about) from differences)`,
  // The emails of an account are erased with it.
  'every booking was confirmed by email': sql`
    select b.id from bookings b join families s on s.id = b.family_id where s.deleted_at is null
      and not exists (select 1 from emails m where m.thread = coalesce(b.thread, b.id) and (m.cause like 'booked:%' or m.cause like 'moved:%'))`,
  'nobody gets two letters about a booking and a start': sql`
    select b.id from emails m
    join bookings b on b.family_id = m.family_id and m.cause like 'letter:%' || b.id || '%'
    where m.cause like 'letter:%' group by b.id, m.person_id, m.lesson_start having count(*) > 1`,
  'a letter is about bookings that are marked': sql`
    select b.id from emails m
    join bookings b on b.family_id = m.family_id and m.cause like 'letter:%' || b.id || '%'
    join lessons l on l.id = b.lesson_id and l.starts_at = m.lesson_start
    where m.cause like 'letter:%' and b.letter_at is null`,
  'every grant has its receipt': sql`
    select g.payment_id from credit_ledger g join families s on s.id = g.family_id
    where g.kind = 'purchase' and s.deleted_at is null
      and not exists (select 1 from emails m where m.family_id = g.family_id
        and (m.cause = 'receipt:' || g.payment_id
          or m.cause like 'receipt:' || g.payment_id || ':%'))`,
  'a family that has left has no ledger reasons': sql`
    select r.family_id from ledger_reasons r join families f on f.id = r.family_id where f.deleted_at is not null`,
  'a family that has left has no email except the last one': sql`
    select m.id from emails m join families f on f.id = m.family_id
    where f.deleted_at is not null and m.erased_once_sent = 0`,
  'a family that has not left has one or two parents': sql`
    select id from families where deleted_at is null
      and (select count(*) from people where family_id = families.id and role = 'parent') not between 1 and 2`,
  'a family that has not left has one to six students': sql`
    select id from families where deleted_at is null
      and (select count(*) from students where family_id = families.id and removed_at is null) not between 1 and 6`,
  'a removed student has no name': sql`
    select id from students where removed_at is not null
      and (name not in ('Removed student', 'Deleted account') or ${isNotErased})`,
  'no removed student has a sign-in': sql`
    select p.id from people p join students s on s.id = p.student_id where s.removed_at is not null`,
  'no removed student has an invitation': sql`
    select i.id from invitations i join students s on s.id = i.student_id where s.removed_at is not null`,
  'a removed student has no booking after the removal': sql`
    select b.id from bookings b join students s on s.id = b.student_id join lessons l on l.id = b.lesson_id
    where b.cancelled_at is null and l.deleted_at is null and l.moved_from is null and l.starts_at > s.removed_at`,
  'no answer, tick or practice of a removed student is left': sql`
    select s.id from students s where s.removed_at is not null and (
      exists (select 1 from attempts a where a.student_id = s.id)
      or exists (select 1 from item_ticks t where t.student_id = s.id)
      or exists (select 1 from practice_boxes p where p.student_id = s.id))`,
  "a student's sign-in has the student's name": sql`
    select p.id from people p join students s on s.id = p.student_id where p.name <> s.name`,
  'the person of every email exists': sql`
    select id from emails where person_id is not null and erased_once_sent = 0
      and person_id not in (select id from people)`,
  'a booking is for a student of the paying family': sql`
    select b.id from bookings b join students s on s.id = b.student_id where s.family_id <> b.family_id`,
  // An enquiry of a family that books at once is made answered.
  'every enquiry was answered by email': sql`
    select e.id from enquiries e where e.answered_at is distinct from e.created_at and not exists (select 1 from emails m where m.cause = 'enquiry:' || e.id)`,
};

const question = sql.join(
  Object.entries(rules).map(
    ([rule, query]) =>
      sql`select ${sql.lit(rule)} as rule, count(*) as found from (${query}) as broken`,
  ),
  sql` union all `,
);

/** With a value, so that the engines keep it prepared: planning it takes longer than running it. */
const broken = sql<{ rule: string; found: number }>`
  select rule, found from (${question}) as counted where found > ${0}`;

/** The broken rules, each with its number of rows; empty if all is well. */
export async function brokenInvariants(db: Db): Promise<string[]> {
  const { rows } = await broken.execute(db);
  return rows.map(({ rule, found }) => `${rule}: ${found}`);
}

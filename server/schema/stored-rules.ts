// What must be true in every stored database, as SQL on both engines: spots, credits and payments
// agree. The drill of a restore checks it, and so does each test, which knows more rules
// (server/testing/database/invariants.ts).

/** Each query selects the rows that break its rule. */
export const storedRules: Readonly<Record<string, string>> = {
  'a lesson has no more bookings and reservations than spots': `
    select id from lessons where booked < 0 or reserved < 0 or booked + reserved > max_students`,
  'the reserved spots are those of payments': `
    select l.id from lessons l where l.deleted_at is null and l.reserved <>
      (select count(*) from payment_lessons p where p.lesson_id = l.id and p.is_reserved = 1)`,
  'a reservation has an end': `
    select p.payment_id from payment_lessons p join payments on payments.id = p.payment_id
    where p.is_reserved = 1 and payments.reserved_until is null`,
  'only a pending payment reserves a spot': `
    select p.payment_id from payment_lessons p join payments on payments.id = p.payment_id
    where p.is_reserved = 1 and payments.status <> 'pending'`,
  'the number of booked spots is the number of active bookings': `
    select l.id from lessons l where l.deleted_at is null and l.booked <>
      (select count(*) from bookings b where b.lesson_id = l.id and b.cancelled_at is null)`,
  'a lesson deleted before its start has no active booking': `
    select b.id from bookings b join lessons l on l.id = b.lesson_id
    where b.cancelled_at is null and l.deleted_at < l.starts_at`,
  'a student has at most one active booking for a lesson': `
    select student_id from bookings where cancelled_at is null group by student_id, lesson_id having count(*) > 1`,
  'the number of waiting students is the number of entries': `
    select l.id from lessons l where l.waiting <> (select count(*) from waiting_list_entries w where w.lesson_id = l.id)`,
  'no balance is below 0': `
    select family_id from balances where credits < 0`,
  'every balance is the sum of its ledger': `
    select b.family_id from balances b where b.credits <>
      (select coalesce(sum(amount), 0) from credit_ledger g where g.family_id = b.family_id)`,
  'every family has a balance': `
    select id from families where id not in (select family_id from balances)`,
  'the number of free first lessons is the number of their active bookings': `
    select l.id from lessons l where l.deleted_at is null and l.free_booked <>
      (select count(*) from bookings b where b.lesson_id = l.id and b.cancelled_at is null and b.is_free_first = 1)`,
  'the ledger has no gaps': `
    select family_id from credit_ledger group by family_id having count(*) <> max(seq) or min(seq) <> 1`,
  'every booking was paid for once, except those without a credit': `
    select b.id from bookings b where (case when b.paid_entry = 0 then 0 else 1 end) <>
      (select count(*) from credit_ledger g where g.booking_id = b.id and g.kind = 'booking' and g.amount = -1)`,
  'a booking costs one credit or none': `
    select booking_id from credit_ledger where booking_id is not null
    group by booking_id having sum(amount) not in (-1, 0)`,
  'the charge of a booking matches its ledger': `
    select b.id from bookings b where b.charged <>
      (select coalesce(-sum(amount), 0) from credit_ledger g where g.booking_id = b.id)`,
  'exactly the paid payments were credited, once': `
    select p.id from payments p where (case when p.status in ('paid', 'refunded') then 1 else 0 end) <>
      (select count(*) from credit_ledger g where g.payment_id = p.id and g.kind = 'purchase' and g.amount = p.credits)`,
  'exactly the paid payments have an invoice': `
    select p.id from payments p where (case when p.status in ('paid', 'refunded') then 1 else 0 end) <>
      (select count(*) from invoices i where i.payment_id = p.id)`,
  'a shortfall belongs to the family that paid': `
    select f.payment_id from refund_shortfalls f join payments p on p.id = f.payment_id
    where p.family_id <> f.family_id`,
  'paid and given credits are in the balance, in a booking or refunded': `
    select b.family_id from balances b where b.credits
      + (select coalesce(sum(charged), 0) from bookings k where k.family_id = b.family_id)
      <> (select coalesce(sum(p.credits - p.reversed_credits), 0) from payments p
        where p.family_id = b.family_id and p.status in ('paid', 'refunded'))
      + (select coalesce(sum(f.credits - f.taken), 0) from refund_shortfalls f
        where f.family_id = b.family_id and f.taken < f.credits)
      + (select coalesce(sum(g.amount), 0) from credit_ledger g
        where g.family_id = b.family_id and g.kind = 'adjustment' and g.booking_id is null
          and g.payment_id is null)`,
  'nobody of a family that has left can sign in': `
    select p.id from people p join families f on f.id = p.family_id where f.deleted_at is not null`,
  'a family that has left has no names': `
    select s.id from students s join families f on f.id = s.family_id
    where f.deleted_at is not null and (s.name <> 'Deleted account' or s.removed_at is null)`,
};

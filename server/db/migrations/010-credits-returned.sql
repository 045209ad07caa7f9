-- What a booking costs at the moment, kept by a trigger on its ledger entries: it never costs twice and never returns
-- its credit twice. Bookings from before that returned it twice stay as they are, ledger and balance, and cost nothing.
create index ledger_of_booking on credit_ledger (booking_id, seq) where booking_id is not null;
alter table bookings add column charged integer not null default 0 check (charged between 0 and 1);
update bookings set charged = 1
  where (select coalesce(sum(amount), 0) from credit_ledger where booking_id = bookings.id) < 0;

-- Credits of a refunded payment that were spent when it was refunded. Bookings charged up to `after_entry`, the last
-- ledger entry then, return their credit towards them; what was bought later is the family's own. A row is changed
-- only while the balance of its student is held.
create table refund_shortfalls (
  purchase_id text not null references purchases (id),
  after_entry integer not null,
  student_id text not null references students (id),
  credits integer not null check (credits > 0),
  taken integer not null default 0,
  primary key (purchase_id, after_entry),
  check (taken between 0 and credits)
);
create index refund_shortfalls_open on refund_shortfalls (student_id, after_entry) where taken < credits;

-- Refunds from before arose at their last reversal or, when nothing was left to take, when their purchase was last
-- written, which the word of a refund did.
insert into refund_shortfalls (purchase_id, after_entry, student_id, credits)
  select id, after_entry, student_id, missing from (
    select p.id, p.student_id,
      p.reversed_credits + (select coalesce(sum(g.amount), 0) from credit_ledger g
        where g.student_id = p.student_id and g.kind = 'reversal' and g.purchase_id = p.id) as missing,
      coalesce(
        (select max(g.seq) from credit_ledger g
          where g.student_id = p.student_id and g.kind = 'reversal' and g.purchase_id = p.id),
        (select max(g.seq) from credit_ledger g
          where g.student_id = p.student_id and g.created_at <= p.updated_at)) as after_entry
    from purchases p where p.reversed_credits > 0
  ) as refunded
  where missing > 0 and after_entry is not null;

-- The number of each payment that was granted its credits: from 1 on in each year, without a gap. The counter of a year is held
-- from the moment at which it has given a number until the commit, so that what is undone gives its number back.
create table invoice_years (
  year integer primary key,
  last integer not null check (last > 0)
);
create table invoices (
  purchase_id text primary key references purchases (id),
  year integer not null references invoice_years (year),
  number integer not null check (number > 0),
  issued_at bigint not null,
  unique (year, number)
);

-- What had been refunded of a purchase in all, each time that it grew, and when that was.
create table purchase_refunds (
  purchase_id text not null references purchases (id),
  total integer not null check (total > 0),
  refunded_at bigint not null,
  primary key (purchase_id, total)
);
-- Of those from before the sum alone is known. Credits went back with the last of it; what came back of lessons later has a reason.
insert into purchase_refunds (purchase_id, total, refunded_at)
  select id, refunded_amount, coalesce((
    select max(g.created_at) from credit_ledger g
    where g.family_id = purchases.family_id and g.purchase_id = purchases.id and g.kind = 'reversal'
      and not exists (select 1 from ledger_reasons r where r.family_id = g.family_id and r.seq = g.seq)
  ), updated_at)
  from purchases where refunded_amount > 0;

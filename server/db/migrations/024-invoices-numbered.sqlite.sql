-- Payments from before get their numbers in the order in which they were granted. The UK's years begin when those of UTC do.
create table granted_before (purchase_id text primary key, year integer not null, granted_at bigint not null);
insert into granted_before (purchase_id, year, granted_at)
  select id, cast(strftime('%Y', granted_at / 1000, 'unixepoch') as integer), granted_at
  from (
    select purchases.id as id, coalesce(g.created_at, purchases.created_at) as granted_at
    from purchases left join credit_ledger g on g.purchase_id = purchases.id and g.kind = 'purchase'
    where purchases.status in ('paid', 'refunded')
  ) as granted;
insert into invoice_years (year, last) select year, count(*) from granted_before group by year;
insert into invoices (purchase_id, year, number, issued_at)
  select purchase_id, year, row_number() over (partition by year order by granted_at, purchase_id), granted_at
  from granted_before;
drop table granted_before;

-- A number that was given stays.
create trigger invoices_no_update before update on invoices begin select raise(abort, 'invoices is append-only'); end;
create trigger invoices_no_delete before delete on invoices begin select raise(abort, 'invoices is append-only'); end;

// How long data stays, and the day of the last deletion. Triggers let the ledger of a family be
// deleted while it is being forgotten, and indexes find what refers to a deleted row.
import type { Fixed, Instant } from './columns.ts';
import { dropTrigger, type Engine, refuse } from './triggers.ts';

const statements = `
alter table settings add column enquiries_months integer not null default 12
  check (enquiries_months between 1 and 60);
alter table settings add column invoices_years integer not null default 6
  check (invoices_years between 6 and 20);
-- The UK date of the last day on which old data was deleted.
alter table settings add column forgotten_on text;

-- Set in the transaction that deletes a family, years after it has left: only then can its ledger
-- and its invoices be deleted.
alter table families add column forgotten_at bigint
  check (forgotten_at is null or deleted_at is not null);

-- The invoices of deleted families, so that the numbers of each year remain without a gap.
create table former_invoices (
  year integer not null references invoice_years (year),
  number integer not null check (number > 0),
  issued_at bigint not null,
  primary key (year, number)
);

create index enquiries_led_nowhere on enquiries (created_at, id)
  where family_id is null and status <> 'joined';
create index ledger_of_payment on credit_ledger (payment_id) where payment_id is not null;
create index payment_lessons_of_booking on payment_lessons (booking_id)
  where booking_id is not null;
create index excuse_links_moved_to on excuse_links (moved_to) where moved_to is not null;
create index emails_of_booking on emails (booking_id) where booking_id is not null;
`;

export const retention = (engine: Engine): string[] => [
  statements,
  ...dropTrigger(engine, { name: 'credit_ledger_no_delete', table: 'credit_ledger' }),
  ...refuse(engine, {
    name: 'credit_ledger_stays',
    table: 'credit_ledger',
    event: 'delete',
    refuseIf: `not exists (select 1 from families
      where id = old.family_id and forgotten_at is not null)`,
    message: 'credit_ledger is append-only',
  }),
  ...dropTrigger(engine, { name: 'invoices_no_delete', table: 'invoices' }),
  ...refuse(engine, {
    name: 'invoices_stay',
    table: 'invoices',
    event: 'delete',
    refuseIf: `not exists (select 1 from payments join families on families.id = payments.family_id
      where payments.id = old.payment_id and forgotten_at is not null)`,
    message: 'invoices is append-only',
  }),
];

export interface RetentionTables {
  former_invoices: {
    year: Fixed<number>;
    number: Fixed<number>;
    issued_at: Fixed<Instant>;
  };
}

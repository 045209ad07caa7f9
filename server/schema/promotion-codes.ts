// Promotion codes: whether checkouts accept the provider's codes, and what was paid in the end.
import { after, type Engine } from './triggers.ts';

const statements = `
alter table settings add column promotion_codes integer not null default 0
  check (promotion_codes in (0, 1));

-- 1 if its checkout accepted promotion codes when it began; a later change of the setting leaves it
-- alone.
alter table payments add column accepts_codes integer not null default 0
  check (accepts_codes in (0, 1));
-- What was paid, in minor units; null until its credits are granted.
alter table payments add column paid integer
  check (paid is null or (status in ('paid', 'refunded') and paid between 0 and amount
    and (paid = amount or accepts_codes = 1)));
update payments set paid = amount where status in ('paid', 'refunded');
`;

/** A process of an older release grants without saying what was paid: then it was the price. */
const paidInFull = (engine: Engine, event: 'insert' | 'update') =>
  after(engine, {
    name: `payments_paid_in_full_${event}`,
    table: 'payments',
    event,
    when: "new.status in ('paid', 'refunded') and new.paid is null",
    run: 'update payments set paid = amount where id = new.id;',
  });

export const promotionCodes = (engine: Engine): string[] => [
  statements,
  ...paidInFull(engine, 'insert'),
  ...paidInFull(engine, 'update'),
];

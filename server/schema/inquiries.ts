// Inquiries of banks about payments: their table and its type. A dispute that follows has the same
// id in `disputes`.
import type { InquiryState } from '../../domain/payments/dispute.ts';
import type { Fixed, Instant } from './columns.ts';

const statements = `
create table inquiries (
  id text primary key,
  payment_id text not null references payments (id),
  amount integer not null check (amount >= 0),
  state text not null check (state in ('open', 'closed')),
  -- By when the bank wants an answer; null if it takes none.
  due_at bigint,
  created_at bigint not null,
  updated_at bigint not null
);
create index inquiries_of_payment on inquiries (payment_id);
create index inquiries_open on inquiries (created_at) where state = 'open';

-- 1 while an appeal against a lost dispute is open.
alter table disputes add column is_appealed integer not null default 0
  check (is_appealed in (0, 1));
create index disputes_appealed on disputes (created_at) where is_appealed = 1;
`;

export const inquiryTables = (): string[] => [statements];

export interface InquiryTables {
  inquiries: {
    id: Fixed<string>;
    payment_id: Fixed<string>;
    amount: number;
    state: InquiryState;
    due_at: Instant | null;
    created_at: Fixed<Instant>;
    updated_at: Instant;
  };
}

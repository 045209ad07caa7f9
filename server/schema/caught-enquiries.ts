// What the trap for bots has caught: its table and its type.
import type { Fixed, Instant } from './columns.ts';

const statements = `
-- For some days, so that the tutor can restore what a person has sent. Texts as they were sent.
create table caught_enquiries (
  id text primary key,
  name text not null,
  email text not null,
  mobile text not null,
  year_class text not null,
  filled text not null,
  created_at bigint not null
);
create index caught_enquiries_age on caught_enquiries (created_at, id);
create index caught_enquiries_by_email on caught_enquiries (email);
`;

export const caughtEnquiries = (): string[] => [statements];

export interface CaughtTables {
  caught_enquiries: {
    id: Fixed<string>;
    name: Fixed<string>;
    email: Fixed<string>;
    mobile: Fixed<string>;
    year_class: Fixed<string>;
    filled: Fixed<string>;
    created_at: Fixed<Instant>;
  };
}

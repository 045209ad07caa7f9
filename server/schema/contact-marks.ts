// The hashes by which addresses and numbers are recognised again, computed when these are stored.
const statements = `
-- Null while not computed, and for a number that is too short to identify a person.
alter table people add column email_mark text;
alter table people add column phone_mark text;
alter table enquiries add column email_mark text;
alter table enquiries add column phone_mark text;

-- 0 for what the tutor has granted to a family without a confirmed address: nobody withdraws it,
-- but its marks are deleted if the family leaves first.
alter table unconfirmed_grants add column is_withdrawable integer not null default 1
  check (is_withdrawable in (0, 1));
drop index unconfirmed_grants_pending;
create index unconfirmed_grants_pending on unconfirmed_grants (granted_at)
  where withdrawn_entry is null and is_withdrawable = 1;
`;

export const contactMarks = (): string[] => [statements];

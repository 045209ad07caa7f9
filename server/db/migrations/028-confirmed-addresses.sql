-- When the owner of a person's address first followed a link that was sent there; null until then.
alter table people add column email_confirmed_at bigint;

-- The links that confirm a person's present address; another address ends them.
create table email_confirmations (
  token_hash text primary key,
  person_id text not null references people (id),
  created_at bigint not null,
  expires_at bigint not null
);
create index email_confirmations_of_person on email_confirmations (person_id);
create index email_confirmations_age on email_confirmations (expires_at);
